import { expect, it } from 'vitest'
import { createCanaries } from './canaries.ts'

const canaries = createCanaries()
const word = canaries.mark('a name')
canaries.keep('secret-key', 'a key')

it.each([
  ['plain', `Dear ${word}, …`, ['a name']],
  ['in capitals', `DEAR ${word.toUpperCase()}`, ['a name']],
  ['kept', 'x-api-key: secret-key', ['a key']],
  ['base64', Buffer.from(`${word} is due`).toString('base64'), ['a word in base64']],
  ['base64, one later', Buffer.from(`a${word} is due`).toString('base64'), ['a word in base64']],
  ['base64, two later', Buffer.from(`ab${word} is due`).toString('base64'), ['a word in base64']],
  ['hex', Buffer.from(`x${word}`).toString('hex'), ['a word in hex']],
  ['UTF-16', Buffer.from(word, 'utf16le').toString('latin1'), ['a word in UTF-16']],
  ['nothing', 'Dear Ada', []],
])('finds words again: %s', (_, text, abouts) => {
  expect(canaries.foundIn(text)).toEqual(abouts)
})
