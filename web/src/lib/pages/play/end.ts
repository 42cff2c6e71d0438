/** What a game needs besides its board, above all at its end: fetched after the board. */
export { endingOf } from '../../play/ending'
export { default as After } from './After.svelte'
export { default as Told } from './Told.svelte'
export { why } from './why'
