import { mount } from 'svelte'
import '../src/app.css'
import ContactSheet from './ContactSheet.svelte'

export default mount(ContactSheet, { target: document.getElementById('app')! })
