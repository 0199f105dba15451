import { describe, expect, it } from 'vitest'
import { parameterValues, contentLineReader, typesOf, unfoldedLines } from './content-line.ts'
import { isBinary, structuredValue, textValue } from './content-value.ts'

const unfolded = (text: string): string[] => Array.from(unfoldedLines(text), (line) => line.text)

const lineOf = (text: string) => {
  const line = contentLineReader()(text)
  if (line === undefined) throw new Error(`No line: ${text}`)
  return line
}

describe('lines', () => {
  it('go on behind a blank, and behind the "=" of quoted-printable', () => {
    const text = 'NOTE:a\r\n b\n\tc\rTEL:1\nFN;ENCODING=QUOTED-PRINTABLE:=41=\n=42=\r\n =43\nX:a=\nY:1'
    expect(unfolded(text)).toEqual(['NOTE:abc', 'TEL:1', 'FN;ENCODING=QUOTED-PRINTABLE:=41=42=43', 'X:a=', 'Y:1'])
  })

  it('are read as each alone, whichever stood before them', () => {
    const lines = [
      'TEL;TYPE=cell:1',
      'tel;TYPE=cell:2',
      'TEL;TYPE=cell:3',
      'a.TEL;TYPE=cell:4',
      'TEL:5',
      'no line',
      'a b:6',
    ]
    const read = contentLineReader()
    const alone = (line: string) => contentLineReader()(line)
    for (const line of [...lines, ...lines]) expect(read(line)).toEqual(alone(line))
    // More heads than are remembered.
    for (let n = 0; n < 1100; n++) expect(read(`X-${n};TYPE=a${n}:v`)).toEqual(alone(`X-${n};TYPE=a${n}:v`))
  })

  it('are the same from the end of any of them on', () => {
    const text = 'NOTE:a\r\n b\rTEL:1\n\nFN;ENCODING=QUOTED-PRINTABLE:=41=\n=42\r\n\tc\n'
    const lines = [...unfoldedLines(text)]
    expect(lines).toHaveLength(5)
    for (const [index, { end }] of lines.entries()) {
      expect([...unfoldedLines(text, end)].filter((line) => line.text !== '')).toEqual(
        lines.slice(index + 1).filter((line) => line.text !== ''),
      )
    }
  })

  it('of a card never go on behind its end', () => {
    for (const edge of ['END:VCARD', 'end:vcalendar', 'BEGIN:VEVENT']) {
      expect(unfolded(`FN;QUOTED-PRINTABLE:Ada=\n${edge}`)).toEqual(['FN;QUOTED-PRINTABLE:Ada=', edge])
    }
  })

  it('have a name, a group, parameters with and without names, and a value', () => {
    const { parameters, head: _head, ...line } = lineOf('Item1.tel;CELL;type="work,voice";BASE64;X-A="a:b;c":+49:1')
    expect(line).toEqual({ name: 'TEL', group: 'item1', raw: '+49:1' })
    expect([...parameters]).toEqual([
      ['TYPE', ['CELL', 'work,voice']],
      ['ENCODING', ['BASE64']],
      ['X-A', ['a:b;c']],
    ])
    expect(lineOf('ORGANIZER;CN="Doe, Ann":mailto:a').parameters.get('CN')).toEqual(['Doe, Ann'])
    expect(typesOf(lineOf('TEL;CELL;TYPE="Work, voice":1'))).toEqual(['cell', 'work', 'voice'])
  })

  it('have parameters of several values, of which one in quotation marks is one', () => {
    const values = (line: string) => Object.fromEntries(parameterValues(lineOf(line)))
    expect(values('item1.X-A;HOME;TYPE=a, b,"c,d";X="^n^^^\'^x";Y=;QUOTED-PRINTABLE:v')).toEqual({
      TYPE: ['HOME', 'a', 'b', 'c,d'],
      X: ['\n^"^x'],
      Y: [''],
      ENCODING: ['QUOTED-PRINTABLE'],
    })
    const made = { name: 'X', group: '', parameters: new Map([['A', ['b,c']]]), raw: '' }
    expect(parameterValues(made)).toBe(made.parameters)
  })

  it.each(['', 'no property', ':', 'a b:c', '漢:1'])('%j is none', (text) =>
    expect(contentLineReader()(text)).toBeUndefined(),
  )
})

describe('values', () => {
  it('lose their escapes once, behind the split into parts', () => {
    expect(structuredValue(lineOf(String.raw`ORG:A\, B\;C;\\n;D\nE`))).toEqual(['A, B;C', String.raw`\n`, 'D\nE'])
    expect(textValue(lineOf(String.raw`NOTE: a;b\,c\x\ `))).toBe(String.raw`a;b,c\x` + '\\')
  })

  it('that are quoted-printable are split where a semicolon stands in the file, and decoded as far as they can be', () => {
    const line = (value: string, charset = ''): string => `ORG;ENCODING=QUOTED-PRINTABLE${charset}:${value}`
    expect(structuredValue(lineOf(line('M=C3=BCller=3B Co;B=5Cn')))).toEqual(['Müller; Co', String.raw`B\n`])
    expect(textValue(lineOf(line('=FC', ';CHARSET=windows-1252')))).toBe('ü')
    expect(textValue(lineOf(line('=FC', ';CHARSET=x-none')))).toBe('ü')
    expect(textValue(lineOf(line('ü=ZZ=4', ';CHARSET=utf-8')))).toBe('ü=ZZ=4')
  })

  it('may be no text', () => {
    expect(['PHOTO;ENCODING=b:/9j/', 'PHOTO:data:image/png;base64,A', 'NOTE:a'].map(lineOf).map(isBinary)).toEqual([
      true,
      true,
      false,
    ])
  })
})
