import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { docx, p, run, table, textOf } from '../testing/docx-builder.ts'
import { attacked, isUsual, million, outcome, request, signal, templates } from './hostile-templates.test-support.ts'

attacked(isUsual)

describe('a template or data that attacks', () => {
  it('a row that is long outside of its section, beside a section that is kept as written', async () => {
    const row = table(['{#a}', '{.}{/a}', 'x'.repeat(100_000)])
    const body = p('{#gone}{/gone}') + row
    expect(await outcome(docx(body), { a: [1, 2] }, 'keep')).toBe('filled')
    expect(await outcome(docx(body), { a: million.slice(0, 100_000) }, 'keep')).toBe('payload_too_large')
  })

  it('a file that is cut off or spoilt, at any place', async () => {
    const whole = docx({ body: p('{a}') + table(['{#l}{.}{/l}']), header: p('{a}') })
    const codes = new Set<string>()
    for (let at = 0; at < whole.length; at += 113) {
      codes.add(await outcome(whole.slice(0, at), { a: 1 }))
      const spoilt = whole.slice()
      for (let offset = at; offset < Math.min(at + 3, whole.length); offset++)
        spoilt[offset] = ((spoilt[offset] ?? 0) ^ 0x5a) & 255
      codes.add(await outcome(spoilt, { a: 1 }))
    }
    const known = ['filled', 'document_corrupt', 'template_invalid', 'unsupported_document', 'payload_too_large']
    expect([...codes].filter((code) => !known.includes(code))).toEqual([])
    expect(codes).toContain('document_corrupt')
  })

  it('a call that was cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('gone'))
    const filling = templates.fill(vettedForTest(docx(p('{a}')), 'docx'), request({}, 'blank'), { signal: cancelled })
    await expect(filling).rejects.toThrow('gone')
  })
})

describe('what acts by itself is taken out, with a warning', () => {
  const rels = (...relations: string[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`
  const main =
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>'
  const evil = 'http://attacker.example/x'

  it.each([
    ['an attached template', 'word/_rels/settings.xml.rels', relation('r1', 'attachedTemplate', evil)],
    ['a picture elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'image', evil)],
    ['a frame', 'word/_rels/webSettings.xml.rels', relation('r1', 'frame', evil)],
    ['a sub-document', 'word/_rels/document.xml.rels', main + relation('r1', 'subDocument', evil)],
    ['an object elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'oleObject', evil)],
    ['a chunk elsewhere', 'word/_rels/document.xml.rels', main + relation('r1', 'aFChunk', evil)],
  ])('%s', async (_, name, relations) => {
    const element = name.includes('/settings') ? 'settings' : 'webSettings'
    const files = {
      [name]: rels(relations),
      ...(name.includes('document.xml')
        ? {}
        : {
            [`word/${element}.xml`]: `<w:${element} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`,
          }),
    }
    const body = p('{a}') + `<w:p>${run('end')}</w:p>`
    const {
      content: { bytes },
      findings,
    } = await templates.fill(vettedForTest(docx({ body, files }), 'docx'), request({ a: 1 }, 'blank'), {
      signal,
    })
    expect(findings.some(({ severity, code }) => severity === 'warning' && code.endsWith('_removed'))).toBe(true)
    const text = new TextDecoder('latin1')
    const { readZip, contentOf } = await import('@chancery/formats/zip')
    for (const entry of readZip(bytes).values())
      expect(text.decode(contentOf(entry)), entry.name).not.toContain('attacker')
    expect(textOf(bytes)).toBe('1\nend')
  })
})
