import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { registerOffline } from './lib/state/offline'
import { speak } from './lib/texts/language'

const target = document.getElementById('app')
if (target === null) throw new Error('the page has no element #app')
// Waited for in a call: what a language brings may need this module, and would wait for it.
void speak().then(() => {
  target.replaceChildren()
  mount(App, { target })
  registerOffline()
})
