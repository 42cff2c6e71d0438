import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { registerOffline } from './lib/state/offline'

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no element #app')
target.replaceChildren()
mount(App, { target })
registerOffline()
