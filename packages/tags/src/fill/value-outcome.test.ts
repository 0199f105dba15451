import type { JsonObject } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { DataCheck } from './check-data.ts'
import { parseTemplate } from '../template/parse-template.ts'
import { isRichValue } from '../data/rich-value.ts'
import { singleBraces } from '../template/scan-text.ts'

const outcomeOf = (tag: string, data: unknown, rawXml = false) => {
  const { nodes, faults } = parseTemplate(tag, singleBraces)
  expect(faults).toEqual([])
  const request = { locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0, rawXml }
  const check = new DataCheck(nodes, data as JsonObject, request, { rich: true })
  const [node] = nodes
  if (node === undefined || node.kind === 'literal' || node.kind === 'section') throw new Error('no value')
  const outcome = check.value(node, check.root)
  return 'value' in outcome ? outcome.value : outcome.kind === 'fault' ? outcome.code : outcome
}
const mm = (amount: number) => ({ amount, unit: 'mm' })

describe('rich values', () => {
  it.each<readonly [tag: string, data: unknown, value: object | string]>([
    ['{a | link:"here"}', { a: 'https://example.com/x' }, { rich: 'link', url: 'https://example.com/x', text: 'here' }],
    [
      '{a | link}',
      { a: { url: 'a@b.example', text: 'Mail' } },
      { rich: 'link', url: 'mailto:a@b.example', text: 'Mail' },
    ],
    ['{a | link}', { a: '#annex_1' }, { rich: 'link', url: '#annex_1', text: '#annex_1' }],
    ['{a | link}', { a: 'javascript:alert(1)' }, 'wrong_kind'],
    ['{a | link}', { a: 'java\tscript:alert(1)' }, 'wrong_kind'],
    ['{a | link}', { a: 'file:///etc/passwd' }, 'wrong_kind'],
    ['{a | qr:30}', { a: 'x' }, { rich: 'qr', text: 'x', size: mm(30), level: 'M' }],
    ['{a | barcode:"ean13"}', { a: '400638133393' }, { rich: 'barcode', kind: 'ean13', text: '4006381333931' }],
    ['{a | barcode:"ean13"}', { a: '4006381333932' }, 'wrong_kind'],
    ['{a | barcode:"itf":"60mm"}', { a: '123' }, { rich: 'barcode', kind: 'itf', text: '0123', width: mm(60) }],
    ['{a | barcode}', { a: 'ä' }, 'wrong_kind'],
    [
      '{a | table:"header"}',
      { a: [['A', 'B'], [1], ['x', null]] },
      {
        rich: 'table',
        header: ['A', 'B'],
        rows: [
          [
            { text: '1', isNumber: true },
            { text: '', isNumber: false },
          ],
          [
            { text: 'x', isNumber: false },
            { text: '', isNumber: false },
          ],
        ],
      },
    ],
    ['{a | table:"Grid"}', { a: [{ x: 1 }, { y: 'z' }] }, { rich: 'table', header: ['x', 'y'], style: 'Grid' }],
    ['{a | table}', { a: [[{ b: 1 }]] }, 'wrong_kind'],
    ['{a | html}', { a: '<b>x</b>' }, { rich: 'html', html: '<b>x</b>' }],
    ['{~a}', { a: '<b>x</b>' }, { rich: 'html', html: '<b>x</b>' }],
    ['{~a}', { a: '**x** 1 < 2' }, { rich: 'markdown', markdown: '**x** 1 < 2' }],
    [
      '{%a}',
      { a: { source: 'data:image/png;base64,AA==', width: '4cm', alt: 'Logo' } },
      {
        rich: 'image',
        source: 'data:image/png;base64,AA==',
        width: mm(40),
        alt: 'Logo',
        fit: 'contain',
        isCentred: false,
      },
    ],
    [
      '{%%a | image:"50%":"":"cover"}',
      { a: Uint8Array.of(1) },
      { rich: 'image', width: { amount: 50, unit: '%' }, height: undefined, fit: 'cover', isCentred: true },
    ],
    ['{%a}', { a: { width: 1 } }, 'wrong_kind'],
    ['{a | document}', { a: 'annex.docx' }, { rich: 'document', source: 'annex.docx' }],
    ['{pageBreak}', {}, { rich: 'pageBreak' }],
    ['{a > 1 | pageBreak}', { a: 2 }, { rich: 'pageBreak' }],
    ['{@a}', { a: '<w:p/>' }, 'wrong_kind'],
    ['{a}', { a: { rich: 'xml', xml: '<w:p/>' } }, 'wrong_kind'],
  ])('%s', (tag, data, value) => {
    const outcome = outcomeOf(tag, data)
    if (typeof value === 'string') expect(outcome).toBe(value)
    else expect(outcome).toMatchObject(value)
  })

  it('takes raw XML where the call allows it, and text beside', () => {
    expect(outcomeOf('{@a}', { a: '<w:p/>' }, true)).toEqual({ rich: 'xml', xml: '<w:p/>' })
    expect(outcomeOf('{no | pageBreak}', {})).toMatchObject({ kind: 'found', text: '' })
    expect(isRichValue({ rich: 'pageBreak' })).toBe(false)
  })
})
