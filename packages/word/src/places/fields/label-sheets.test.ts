import { type FillRequest, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docx, run, textOf } from '../../testing/docx-builder.ts'
import { field, mergeField } from '../../testing/field-builder.ts'
import { createWordTemplates } from '../../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 }
const paragraph = (xml: string): string => `<w:p>${xml}</w:p>`
const cell = (xml: string): string => `<w:tc>${paragraph(xml)}</w:tc>`
const row = (...cells: readonly string[]): string => `<w:tr>${cells.map(cell).join('')}</w:tr>`
const next = field(' NEXT ')
const inner = (name: string): string => field(` MERGEFIELD ${name} `)
const nextIf = (name: string, value: string): string => field([' NEXTIF ', inner(name), ` = "${value}" `])
const skipIf = (name: string, value: string): string => field([' SKIPIF ', inner(name), ` = "${value}" `])

/** Four labels on a sheet, two rows of two. */
const labels = `<w:tbl>${row(mergeField('n'), next + mergeField('n'))}${row(next + mergeField('n'), next + mergeField('n'))}</w:tbl>`
const template = (body: string) => vettedForTest(docx(body + paragraph('')), 'docx')
const fill = async (body: string, data: JsonObject, more: Partial<FillRequest> = {}) => {
  const filled = await templates.fill(template(body), { ...context, data, missing: 'error', ...more }, { signal })
  return {
    ...filled,
    text: textOf(filled.content.bytes)
      .split('\n')
      .filter((line) => line !== ''),
  }
}
const records = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => ({ n: `r${index + 1}` }))
const names = (count: number): string[] => records(count).map(({ n }) => String(n))

describe('sheets of labels', () => {
  it.each([1, 2, 4, 5, 10, 13])('take %i records, as many sheets as they need', async (count) => {
    const filled = await fill(labels, { records: records(count) })
    expect(filled.text).toEqual(names(count))
    expect(filled).toMatchObject({ missing: [], unused: [], findings: [] })
    const again = await templates.inspect(vettedForTest(filled.content.bytes, 'docx'), context, { signal })
    expect(again.statistics.tables).toBe(Math.ceil(count / 4))
    expect(again.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('are filled from the data itself where there are no records', async () => {
    expect((await fill(labels, { n: 'one' })).text).toEqual(['one'])
  })

  it('read from the data what a record does not have, and miss what nothing has', async () => {
    const town = `<w:tbl>${row(mergeField('n') + mergeField('town'), next + mergeField('n') + mergeField('town'))}</w:tbl>`
    expect((await fill(labels, { records: records(2), other: 1 })).unused).toEqual(['other'])
    expect((await fill(town, { records: records(3), town: 'X' })).text).toEqual(['r1X', 'r2X', 'r3X'])
    const faulty = [...records(5), { m: 1 }]
    const failing = fill(labels, { records: faulty })
    await expect(failing).rejects.toMatchObject({
      code: 'data_incomplete',
      violations: [expect.objectContaining({ pointer: '/data/records/5/n' })],
    })
    const blank = await fill(labels, { records: faulty }, { missing: 'blank' })
    expect(blank).toMatchObject({ text: names(5), missing: ['records.n'] })
    await expect(fill(labels, {})).rejects.toMatchObject({ violations: [{ pointer: '/data/n' }] })
  })

  describe('with tags in braces', () => {
    const label = run('{n}, {town}{#more}: {name} of {n}; {/more}{^vip}-{/vip}')
    const sheet = `<w:tbl>${row(label, next + label)}${row(next + label, next + mergeField('n'))}</w:tbl>`
    const people: JsonObject[] = [
      { n: 'r1', town: 'A', vip: true },
      { n: 'r2', vip: true, more: [{ name: 'x' }, { name: 'y', n: 'own' }] },
      { n: 'r3', vip: false },
      { n: 'r4' },
      { n: 'r5', vip: true },
    ]

    it('read the record that NEXT went on to, then the data beside the list; behind the last one all is blank', async () => {
      const filled = await fill(sheet, { records: people, town: 'T', more: [] })
      expect(filled.text).toEqual(['r1, A', 'r2, T: x of r2; : y of own; ', 'r3, T-', 'r4', 'r5, T', ', ', ','])
      expect(filled).toMatchObject({ missing: [], unused: [] })
    })

    it('are filled from the data itself where there are no records', async () => {
      expect((await fill(sheet, { n: 'one', town: 'T', vip: true, more: [] })).text).toEqual(['one, T', ', ', ','])
    })

    it('miss what neither the record nor the data has, at the record', async () => {
      const [first, second, third] = people
      await expect(
        fill(sheet, { records: [first!, second!, { ...third, town: 'C' }], more: [] }),
      ).rejects.toMatchObject({
        code: 'data_incomplete',
        violations: [expect.objectContaining({ pointer: '/data/records/1/town', code: 'missing_value' })],
      })
      const report = await templates.inspect(
        template(sheet),
        { ...context, data: { records: people, town: 'T', more: [], other: 1 } },
        { signal },
      )
      expect(report.findings.map(({ code }) => code)).toEqual(['takes_records', 'unused_data'])
    })
  })

  it('number their records', async () => {
    const body = `<w:tbl>${row(field(' MERGEREC ') + run(' ') + mergeField('n'), next + field(' MERGESEQ ') + run(' ') + mergeField('n'))}</w:tbl>`
    expect((await fill(body, { records: records(3) })).text).toEqual(['1 r1', '2 r2', '3 r3'])
    const { schema } = await templates.inspect(template(body), context, { signal })
    expect(JSON.stringify(schema)).not.toMatch(/\$record|\$sequence/)
  })

  it('go on by a condition, and stay where it does not hold', async () => {
    const body = `<w:tbl>${row(mergeField('n'), nextIf('go', 'yes') + mergeField('n'))}</w:tbl>`
    const list = [
      { n: 'a', go: 'yes' },
      { n: 'b', go: 'no' },
      { n: 'c', go: 'no' },
    ]
    expect((await fill(body, { records: list })).text).toEqual(['a', 'b', 'c', 'c'])
  })

  it('leave out what SKIPIF says, and tell so', async () => {
    const body = `<w:tbl>${row(skipIf('off', 'x') + mergeField('n'), next + skipIf('off', 'x') + mergeField('n'))}</w:tbl>`
    const list = [
      { n: 'a', off: '' },
      { n: 'b', off: 'x' },
      { n: 'c', off: 'x' },
      { n: 'd', off: '' },
      { n: 'e', off: '' },
    ]
    const filled = await fill(body, { records: list })
    expect(filled.text).toEqual(['a', 'd', 'e'])
    expect(filled.unused).toEqual([])
    expect(filled.findings).toMatchObject([
      { code: 'records_skipped', severity: 'warning', message: expect.stringContaining('2, 3') },
    ])
    await expect(fill(body, { records: [{ n: 'b', off: 'x' }] })).rejects.toMatchObject({
      violations: [{ pointer: '/data/records', code: 'record_skipped' }],
    })
    const letter = paragraph(skipIf('off', 'x') + mergeField('n'))
    await expect(fill(letter, { n: 'a', off: 'x' })).rejects.toMatchObject({
      violations: [{ pointer: '/data', code: 'record_skipped' }],
    })
    expect(await fill(letter, { n: 'a', off: '' })).toMatchObject({ text: ['a'], unused: [] })
  })

  it('leave out records anywhere on a sheet, and lose no other', async () => {
    const label = skipIf('off', 'x') + mergeField('n')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }), fc.nat(2), async (offs, more) => {
        fc.pre(offs.some((off) => !off))
        const body = `<w:tbl>${row(label, ...Array.from({ length: more }, () => next + label))}${row(next + label)}</w:tbl>`
        const list = offs.map((off, index) => ({ n: `r${index + 1}`, off: off ? 'x' : '' }))
        const filled = await fill(body, { records: list })
        expect(filled.text).toEqual(list.filter(({ off }) => off === '').map(({ n }) => n))
        const out = list.flatMap(({ off }, index) => (off === 'x' ? [index + 1] : []))
        expect(filled.findings.map(({ message }) => /number ([\d, ]+)\./.exec(message)?.[1])).toEqual(
          out.length === 0 ? [] : [out.join(', ')],
        )
      }),
      { numRuns: 40 },
    )
  })

  it('do not call a record left out that stands on the sheet already', async () => {
    const body = `<w:tbl>${row(mergeField('n'), nextIf('go', 'yes') + skipIf('off', 'x') + mergeField('n'))}</w:tbl>`
    const list = [
      { n: 'a', go: 'no', off: 'x' },
      { n: 'b', go: 'no', off: '' },
    ]
    expect(await fill(body, { records: list })).toMatchObject({ text: ['a', 'b'], findings: [] })
  })

  it('are told by an inspection, with the faults of all their records', async () => {
    const data = { records: [...records(5), { m: 1 }] }
    const { findings } = await templates.inspect(template(labels), { ...context, data }, { signal })
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['takes_records', 'info'],
      ['missing_value', 'error'],
      ['unused_data', 'warning'],
    ])
    expect(findings[0]?.message).toContain('4 records')
    const clean = await templates.inspect(template(labels), { ...context, data: { records: records(9) } }, { signal })
    expect(clean.findings.map(({ code }) => code)).toEqual(['takes_records'])
  })

  it('have sample data that fills them', async () => {
    const { sampleData } = await templates.inspect(template(labels), context, { signal })
    expect((await fill(labels, sampleData)).missing).toEqual([])
  })

  it('are known before they are filled', async () => {
    expect(await templates.takesRecords(template(labels), { signal })).toBe(true)
    expect(await templates.takesRecords(template(paragraph(mergeField('n'))), { signal })).toBe(false)
    expect(await templates.takesRecords(template(paragraph(skipIf('a', 'b') + mergeField('n'))), { signal })).toBe(
      false,
    )
  })

  it('read the first record of the sheet in headers', async () => {
    const parts = { body: labels + paragraph(''), header: paragraph(mergeField('n')) }
    const request = { ...context, data: { records: records(5) }, missing: 'error' } as const
    const { missing } = await templates.fill(vettedForTest(docx(parts), 'docx'), request, { signal })
    expect(missing).toEqual([])
  })

  it('are bounded', async () => {
    const list = Array.from({ length: 2001 * 2 }, (_, index) => ({ n: index }))
    const body = `<w:tbl>${row(mergeField('n'), next + mergeField('n'))}</w:tbl>`
    await expect(fill(body, { records: list })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'copies' },
    })
  })
})

describe('numbers as people write them', () => {
  it.each([
    ['1,234.6', '0', 'en-GB', '1235'],
    ['1,234.6', '#,##0.00', 'en-GB', '1,234.60'],
    ['1.234,6', '0.00', 'de-DE', '1234,60'],
    ['1.234,6', '0.00', 'en-GB', '1234.60'],
    ['1 234,5 €', '0.0', 'fr-FR', '1234,5'],
    ['$1,234', '0', 'en-US', '1234'],
    ['1,234', '0.0', 'de-DE', '1,2'],
    ['-1,234,567', '#,##0', 'en-GB', '-1,234,567'],
    ['EUR 12', '0.00', 'en-GB', '12.00'],
  ])('%s by the picture %s in %s', async (value, picture, locale, text) => {
    const filled = await fill(paragraph(mergeField('a', `\\# "${picture}"`)), { a: value }, { locale })
    expect(filled.text).toEqual([text])
  })

  it('are refused where they are none', async () => {
    for (const value of ['1,23,4', '12 apples', '1.2.3', '1,234.5.6'])
      await expect(fill(paragraph(mergeField('a', '\\# "0"')), { a: value })).rejects.toMatchObject({
        code: 'data_incomplete',
      })
  })
})
