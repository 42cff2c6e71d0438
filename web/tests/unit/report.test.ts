import { afterEach, expect, test, vi } from 'vitest'
import { report } from '../../src/lib/pages/report'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a report has the build, the browser, and where in the module it was', () => {
  vi.stubGlobal('document', { querySelector: () => ({ content: '0.1.0 12be64b9a0c1' }) })
  vi.stubGlobal('navigator', { userAgent: 'a browser' })
  const trap = new Error('unreachable')
  // Some browsers have the message before the stack, some have not.
  trap.stack = 'view@http://host/assets/rules.js:1:2\nhttp://host/assets/rules_bg.wasm:wasm-function[7]:0x1f'
  const error = new Error('the rules failed', { cause: trap })
  error.stack = 'Error: the rules failed\n    at call (rules.js:1:1)'
  const lines = ['0.1.0 12be64b9a0c1, a browser', error.stack, `Error: unreachable\n${trap.stack}`]
  expect(report(error)).toBe(lines.join('\n\n'))
  // What a worker told of itself is text.
  expect(report(new Error('failed', { cause: 'its stack' }))).toMatch(/\n\nits stack$/)
  expect(report('no error at all')).toMatch(/\n\nno error at all$/)
})

test('a module that traps says in its stack which function it was in', () => {
  // One exported function, `f`, that is `unreachable`.
  const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0]
  const module = new WebAssembly.Module(new Uint8Array([...code, 10, 5, 1, 3, 0, 0, 11]))
  const { f } = new WebAssembly.Instance(module).exports as { f: () => void }
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('navigator', { userAgent: 'a browser' })
  let caught: unknown
  try {
    f()
  } catch (error) {
    caught = error
  }
  expect(report(caught)).toMatch(/^no build, [^]*unreachable\n[^]*wasm-function\[0\]:0x\w+/)
})
