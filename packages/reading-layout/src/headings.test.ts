import { describe, expect, it } from 'vitest'
import { headingLines } from './headings.ts'
import type { TextLine } from './text-lines.ts'
import { SizeCounts } from './typography.ts'

interface Placed extends Partial<TextLine> {
  readonly text: string
  /** Above it, in points. */
  readonly space?: number
}

/** Lines of a column under each other, 6 points a letter. */
function column(all: readonly Placed[]): TextLine[] {
  let bottom = 100
  return all.map(({ space = 1, size = 10, ...line }) => {
    const top = bottom + space
    bottom = top + 1.2 * size
    return {
      left: 50,
      right: 50 + 6 * line.text.length,
      top,
      bottom,
      size,
      bold: false,
      italic: false,
      family: 'serif',
      ink: 0,
      fixedPitch: false,
      baseline: bottom - 2,
      rightToLeft: false,
      hyphenated: false,
      parts: 1,
      markerIsSetOff: false,
      firstIsRaised: false,
      looks: [],
      ...line,
    }
  })
}

const line = 'The quick brown fox jumps over the lazy dog and goes on to the next line of'
const text = (count: number, look: Partial<Placed> = {}): Placed[] => [
  ...Array.from({ length: count }, (_, at) => ({ text: line, ...look, ...(at === 0 ? { space: 6 } : {}) })),
  { text: 'the same paragraph.', ...look },
]
const measure = { left: 50, right: 500, gap: 1 }

/** Titles among the columns, with their levels. */
function titles(...columns: readonly (readonly Placed[])[]): string[] {
  const counts = new SizeCounts()
  const lines = columns.map(column)
  for (const each of lines) counts.addColumn(each)
  const typography = counts.typography(new Map())
  return lines.flatMap((each) => {
    const levels = headingLines(each, typography, measure)
    return each.filter((one) => levels.has(one)).map((one) => one.text)
  })
}

const grey = { family: 'sans', ink: 0x99_99_99, size: 10.5 }
const title = (name: string, space = 12): Placed => ({ text: name, space, ...grey })

describe('headings', () => {
  it('are told over text in each of the styles that parts of a file have their text in', () => {
    const other = { family: 'other' }
    const second = [
      ...text(6, other),
      title('Disclosure'),
      { text: 'The authors declare none.', space: 6, ...other },
      title('Thanks'),
      { text: 'To all who helped.', space: 6, ...other },
    ]
    expect(titles(text(12), second)).toEqual(['Disclosure', 'Thanks'])
  })

  it('may be long where all in their style are titles', () => {
    const long =
      '2.2. Analysis of single parts as a measure of the strength of what goes together with them (how much they add)'
    const page = [title('1. Aims'), ...text(4), title('2. Means'), ...text(4), title(long.slice(0, -1)), ...text(4)]
    expect(titles(page)).toEqual(['1. Aims', '2. Means', long.slice(0, -1)])
  })

  it('stand right under each other, of one style with numbers or of two', () => {
    const italic = { italic: true, size: 11, space: 0 }
    const page = [
      title('3. Results'),
      title('3.1. Assessment'),
      title('3.1.1. Reason'),
      ...text(4),
      { text: 'Body', bold: true, size: 14, space: 12 },
      { text: 'Introduction', ...italic },
      ...text(4),
      { text: 'Conclusion', ...italic, space: 12 },
      ...text(4),
    ]
    expect(titles(page)).toEqual([
      '3. Results',
      '3.1. Assessment',
      '3.1.1. Reason',
      'Body',
      'Introduction',
      'Conclusion',
    ])
  })

  it('are told in bold type a little smaller than the text, where it stands over text again and again', () => {
    const small = (name: string): Placed => ({ text: name, bold: true, size: 8.5, space: 8 })
    const chapter = { text: 'Chapter One', bold: true, size: 16 }
    const page = [
      chapter,
      small('Scope'),
      ...text(4),
      small('Second matter: means'),
      ...text(4),
      small('End'),
      ...text(4),
    ]
    expect(titles(page)).toEqual(['Chapter One', 'Scope', 'Second matter: means', 'End'])
    expect(titles([chapter, small('Seen once'), ...text(4)])).toEqual(['Chapter One'])
  })

  it('are told by the lines under them, again and again', () => {
    const under = (name: string): Placed => ({ text: name, underlined: true, space: 10 })
    const full = under('Retail sales grew only very sluggishly in real terms during the first part of')
    const page = [under('Scope'), ...text(4), under('Fees'), ...text(4), full, ...text(4).slice(1)]
    expect(titles(page)).toEqual(['Scope', 'Fees'])
  })

  it('are no titles that a paragraph begins with', () => {
    const lead = {
      text: 'Promise to Pay. You promise to pay us or our order at each month end at',
      family: 'sans',
      space: 6,
    }
    const bold = { start: 0, end: 15, bold: true } as const
    const page = [
      ...text(4),
      { ...lead, looks: [bold] },
      { ...lead, text: 'our address, or at the one that we name.', space: 1 },
      ...text(4),
      {
        ...lead,
        text: 'Commissions. We may receive some of each payment from the people of',
        looks: [{ ...bold, end: 12 }],
      },
      { ...lead, text: 'Bankers Systems.', space: 1 },
      ...text(4),
      { text: 'RATE LIMITS AND ALL OTHER CHARGES THAT ARE SET BY THE LAWS OF THE', bold: true, space: 6 },
      { text: 'these states are told in a table.', space: 1 },
      ...text(4),
    ]
    expect(titles(page)).toEqual([])
  })

  it('are told by another typeface of the same size again and again', () => {
    const sans = (name: string): Placed => ({ text: name, family: 'sans', size: 9.5, space: 10 })
    const page = [
      sans('Annual report'),
      sans('Staff'),
      ...text(4),
      sans('Budget'),
      ...text(4),
      sans('Outlook'),
      ...text(4),
    ]
    expect(titles(page)).toEqual(['Annual report', 'Staff', 'Budget', 'Outlook'])
    expect(titles([sans('Seen once'), ...text(4)])).toEqual([])
  })

  it('are no addresses of pages', () => {
    const page = [{ text: 'https://www.example.com/policies/travel.html', size: 14, bold: true }, ...text(4)]
    expect(titles(page)).toEqual([])
  })

  it('takes the type of paragraphs for that of the text, though there is more code in smaller type', () => {
    const code = { family: 'mono', fixedPitch: true, size: 8 }
    const part = [
      { text: 'Reading a file', bold: true, size: 10, space: 9 },
      ...text(3),
      { text: 'This reads it line by line', space: 9 },
      ...text(12, code),
    ]
    expect(titles(part, part)).toEqual(['Reading a file', 'Reading a file'])
  })

  it('takes typewriting for the text beside small print', () => {
    const typed = { family: 'mono', fixedPitch: true, size: 11 }
    expect(titles([{ text: 'Dear Sir or Madam', ...typed }, ...text(3, typed), ...text(2, { size: 7 })])).toEqual([])
  })

  it('are what the printed table of contents names, in any type but that of notes', () => {
    const contents = ['Where we began ........ 2', 'What we saw ........ 3', 'How it ended ........ 7']
    const page = [
      ...contents.map((entry) => ({ text: entry })),
      { text: 'Where we began', space: 7 },
      ...text(4),
      { text: 'What we saw', size: 8, space: 4 },
      ...text(4),
      { text: 'How it ended', italic: true, space: 1 },
      ...text(4),
    ]
    expect(titles(page)).toEqual(['Where we began', 'How it ended'])
  })

  it('are names of code that something else than their type sets apart, though they begin small', () => {
    const mono = { family: 'mono', fixedPitch: true, size: 8.5, space: 9 }
    const name = (word: string): Placed => ({ text: word, ink: 0x1f_4e_79, ...mono })
    const part = (word: string): Placed[] => [name(word), ...text(4), { text: 'npm install', ...mono }]
    expect(titles([...part('fsCache'), ...part('debug'), ...part('alias')])).toEqual(['fsCache', 'debug', 'alias'])
  })

  it('may begin small where they are underlined again and again', () => {
    const part = (word: string): Placed[] => [{ text: word, underlined: true, space: 9 }, ...text(4)]
    const names = ['parse(text)', 'stringify(value)', 'version()']
    expect(titles(names.flatMap((each) => part(each)))).toEqual(names)
    expect(titles([...text(4), ...part('parse(text)')])).toEqual([])
  })
})
