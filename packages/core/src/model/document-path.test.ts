import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizePath, numberedPath, safeName } from './document-path.ts'

const pathOf = (input: string): string | undefined => {
  const result = normalizePath(input)
  return 'path' in result ? result.path : undefined
}

describe('normalizePath', () => {
  it.each([
    ['letters/welcome.docx', 'letters/welcome.docx'],
    ['/letters/welcome.docx', 'letters/welcome.docx'],
    ['letters\\welcome.docx', 'letters/welcome.docx'],
    ['letters/', 'letters'],
    ['Mu\u0308ller/a b.txt', 'M\u00fcller/a b.txt'],
    ['日本/契約.pdf', '日本/契約.pdf'],
    ['a..b/...c', 'a..b/...c'],
    ['console/nullable/con1.txt', 'console/nullable/con1.txt'],
    // Persian wants its non-joiners, emoji their joiners and variation selectors.
    ['نامه\u200cها.txt', 'نامه\u200cها.txt'],
    ['👩\u200d⚖\ufe0f/1\ufe0f⃣.txt', '👩\u200d⚖\ufe0f/1\ufe0f⃣.txt'],
  ])('takes %j', (input, path) => expect(pathOf(input)).toBe(path))

  it('takes as many characters as composing leaves within its bounds', () => {
    // Each of three bytes, of four characters.
    const names = Array.from({ length: 4 }, () => '\u1f82'.repeat(84)).join('/')
    expect(names.normalize('NFD').length).toBeGreaterThan(4 * 84 * 4 - 1)
    expect(pathOf(names.normalize('NFD'))).toBe(names)
  })

  it.each(['\\', '\u0001', 'a/', ' ', '\u0301'])('does not look at megabytes of %j', (text) => {
    expect(normalizePath(text.repeat(1_000_000))).toMatchObject({ fault: 'The path is longer than 1024 bytes.' })
  })

  it.each([
    '',
    '/',
    '../x',
    'a/../../x',
    'a/./b',
    'a//b',
    '//a',
    'a\u0000b',
    'a\nb',
    'x\u202etxt.exe',
    'CON',
    'con.txt',
    'a/LPT1.docx',
    'C:\\x',
    'a/b.',
    'a /b',
    ' a',
    '.chancery/x',
    '.Chancery',
    '.spaces',
    '/.Spaces/a/b.txt',
    'a*b',
    'a?b.txt',
    'x/a<b',
    'a>b',
    'a"b',
    'a|b',
    'a:b',
    'ab:c',
    'con .txt',
    'x/NUL  .tar.gz',
    'CONIN$',
    'a\u200bb',
    'a\u00adb',
    'a\u2060b',
    'a\u{e0041}b',
    'a\ufeffb',
    'a\u200db',
    'a\u200c',
    '\u200dä',
    'a\ufe0fb',
    'a\u2028b',
    'a\u061cb',
    'a\uffffb',
    '\u3000a',
    'a\u00a0/b',
    '.spaces\\a',
    'x'.repeat(256),
    'ü'.repeat(128),
    `${'a/'.repeat(600)}b`,
    '\ud800',
  ])('refuses %j', (input) => expect(pathOf(input)).toBeUndefined())

  it.each([
    ['a/b.txt', []],
    ['a\\b.txt', ['separators']],
    ['/a/b.txt', ['outer_slash']],
    ['a/', ['outer_slash']],
    ['\\Mu\u0308ller', ['composed', 'separators', 'outer_slash']],
  ])('tells what it changed of %j', (input, changes) => expect(normalizePath(input)).toMatchObject({ changes }))

  it('is stable: a normalized path is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (input) => {
        const path = pathOf(input)
        if (path === undefined) return
        expect(normalizePath(path)).toEqual({ path, changes: [] })
        expect(path.split('/')).not.toContain('..')
      }),
    )
  })
})

describe('safeName', () => {
  it('makes a legal name out of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const name = safeName(text)
        expect(name).not.toContain('/')
        expect(pathOf(`folder/${name}`)).toBe(`folder/${name}`)
      }),
    )
  })

  it('keeps what is legal', () => expect(safeName('Letter Ada Lovelace (2).docx')).toBe('Letter Ada Lovelace (2).docx'))
})

describe('numberedPath', () => {
  it('numbers before the ending', () => expect(numberedPath('a/b.c/letter.docx', 2)).toBe('a/b.c/letter (2).docx'))
  it('numbers a name without ending', () => expect(numberedPath('a.b/letter', 3)).toBe('a.b/letter (3)'))
  it.each([
    ['a/x.tar.gz', 'a/x (2).tar.gz'],
    ['x.v1.TAR.XZ', 'x.v1 (2).TAR.XZ'],
    ['x.tar', 'x (2).tar'],
    ['x.doc.gz', 'x.doc (2).gz'],
    ['.tar.gz', '.tar (2).gz'],
  ])('numbers %s before both endings of a packed archive, and no other', (path, numbered) =>
    expect(numberedPath(path, 2)).toBe(numbered),
  )
  it('keeps the name within 255 bytes', () => {
    expect(pathOf(numberedPath(`${'é'.repeat(125)}.docx`, 10))).toBeDefined()
  })
})
