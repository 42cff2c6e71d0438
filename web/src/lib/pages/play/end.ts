/** What only the end of a game needs, fetched after the board. */
export { endingOf } from '../../play/ending'
export { default as After } from './After.svelte'
export { why } from './why'
