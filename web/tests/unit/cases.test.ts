// The worked positions of `crates/cli/tests/data/cases.jsonl`, through the module.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, type Answer, type Question } from './answer'
import { rules as load } from './module'

const file = join(import.meta.dirname, '../../../crates/cli/tests/data/cases.jsonl')

test('every case is answered as `berolina query` answers it', async () => {
  const rules = await load()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(600)
  for (const line of lines) {
    const {
      note,
      answer: wanted,
      ...question
    } = JSON.parse(line) as Question & { note?: string; answer: Answer }
    expect(answer(rules, question), `${note ?? ''} ${JSON.stringify(question)}`).toEqual(wanted)
  }
}, 60_000)
