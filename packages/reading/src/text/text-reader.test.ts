import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

it('parts paragraphs by blank lines and pages by form feeds', async () => {
  const model = await readForTest('One\r\nline\r\n \t\r\nTwo\fThree\n\f', 'text')
  expect(outline(model)).toEqual(['paragraph | One\nline', 'paragraph | Two', 'paragraph | Three'])
  expect(model.pages.map(({ number, span }) => [number, model.text.slice(span.start, span.end)])).toEqual([
    [1, 'One\nline\nTwo'],
    [2, 'Three'],
  ])
  expect((await readForTest('One\fTwo', 'text', { pages: [2] })).text).toBe('Two')
})

it('takes for lists what is certainly one', async () => {
  const model = await readForTest(
    '- one\n  goes on\n  * inner\n- two\n\n1. only one\n\n- a\nand prose\n\n2) x\n3) y',
    'text',
  )
  expect(outline(model)).toEqual([
    'list-item 1 - | one\ngoes on',
    'list-item 2 * | inner',
    'list-item 1 - | two',
    'paragraph | 1. only one',
    'paragraph | - a\nand prose',
    'list-item 1 2) | x',
    'list-item 1 3) | y',
  ])
  expect(model.blocks[1]?.parent).toBe(0)
})

it('drops control characters and mends lone surrogates', async () => {
  const utf16 = Buffer.from('\uFEFFa\u0000b\ud800c\u0007', 'utf16le')
  expect((await readForTest(utf16, 'text')).text).toBe('ab\ufffdc')
})

it('keeps JSON as it stands, and says that pages mean nothing there', async () => {
  const model = await readForTest('{"a": [1]}\n', 'json', { pages: [1] })
  expect(outline(model)).toEqual(['code | {"a": [1]}'])
  expect(model.warnings.map(({ code }) => code)).toEqual(['pages_ignored'])
})

it('tells the language of the text, over what is declared', async () => {
  const text = 'Sehr geehrte Damen und Herren, hiermit kündigen wir den Vertrag fristgerecht zum Ende des Monats.'
  expect((await readForTest(text, 'text')).language).toBe('de')
  expect((await readForTest(`<html lang=en-us><p>${text}`, 'html')).language).toBe('de')
  expect((await readForTest(`<html lang=de_ch><p>${text}`, 'html')).language).toBe('de-CH')
  expect((await readForTest('12.00', 'text')).language).toBeNull()
})
