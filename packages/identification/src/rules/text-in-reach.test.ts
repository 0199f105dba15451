import { type DocumentModel, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { hasMoreNumbers, mostNumbers, mostText, textInReach } from './text-in-reach.ts'

const longText = `${'x'.repeat(mostText - 10)}\nName: Ada Lovelace\nName: Bob`
const at = (text: string) => ({ start: longText.indexOf(text), end: longText.indexOf(text) + text.length })
const cell = (text: string, row: number) => ({ row, column: 0, rowSpan: 1, columnSpan: 1, span: at(text), text })

describe('a text that is longer than is searched', () => {
  it('ends with a line, and so do the tables and pairs in it', () => {
    const pair = (key: string, value: string) => ({
      key,
      value,
      keySpan: at(key),
      valueSpan: at(value),
      confidence: 1,
    })
    const model: DocumentModel = {
      ...modelOfText(longText),
      tables: [
        {
          span: { start: mostText - 9, end: longText.length },
          rows: 2,
          columns: 1,
          headerRows: 0,
          cells: [cell('xxx', 0), cell('Bob', 1)],
        },
        { span: at('Bob'), rows: 1, columns: 1, headerRows: 0, cells: [cell('Bob', 0)] },
      ],
      keyValues: [pair('xxx', 'xxxx'), pair('xxx', 'Ada')],
    }
    const { text, tables, keyValues } = textInReach(model)
    expect(text.length).toBe(mostText - 10)
    expect(tables).toEqual([])
    expect(keyValues).toEqual([pair('xxx', 'xxxx')])
    const wider = { ...model, tables: [{ ...model.tables[0]!, span: { start: 0, end: longText.length } }] }
    expect(textInReach(wider).tables[0]?.cells).toEqual([cell('xxx', 0)])
  })

  it('is cut in a line that has no end, and not at all where it is as long', () => {
    expect(textInReach(modelOfText('x'.repeat(mostText + 1))).text).toHaveLength(mostText)
    const model = modelOfText('x'.repeat(mostText))
    expect(textInReach(model)).toBe(model)
  })
})

describe('a text with more numbers than are searched', () => {
  const numbers = (count: number): string => '7\n'.repeat(count)

  it('ends with the last of them', () => {
    const text = numbers(mostNumbers + 2)
    expect(hasMoreNumbers(text)).toBe(true)
    expect(textInReach(modelOfText(text)).text).toBe(numbers(mostNumbers).trimEnd())
  })

  it('is searched as a whole where it has as many', () => {
    const model = modelOfText(numbers(mostNumbers))
    expect(hasMoreNumbers(model.text)).toBe(false)
    expect(textInReach(model)).toBe(model)
  })
})
