import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { expect, it } from 'vitest'
import { docx, p, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const { signal } = new AbortController()
const request = { data: { a: 1 }, missing: 'error', locale: 'en', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

const types = (main: string): string =>
  `<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="${main}.main+xml"/><Override PartName="/word/settings.xml" ContentType="${word}.settings+xml"/><Override PartName="/word/vbaData.xml" ContentType="application/vnd.ms-word.vbaData+xml"/></Types>`

it.each([
  ['application/vnd.ms-word.document.macroEnabled'],
  ['application/vnd.ms-word.template.macroEnabledTemplate'],
  [`${word}.template`],
])('fills %s to a plain document, without macros and links to other templates', async (main) => {
  const bytes = docx({
    body: p('{a}'),
    files: {
      '[Content_Types].xml': types(main),
      'word/vbaProject.bin': 'code',
      'word/vbaData.xml': '<wne:vbaSuppData/>',
      'word/_rels/vbaProject.bin.rels': `<Relationships><Relationship Id="d" Type="http://schemas.microsoft.com/office/2006/relationships/wordVbaData" Target="vbaData.xml"/></Relationships>`,
      'word/_rels/document.xml.rels': `<Relationships><Relationship Id="m" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"></Relationship><Relationship Id="s" Type="${relation}/settings" Target="settings.xml"/></Relationships>`,
      'word/settings.xml': '<w:settings><w:attachedTemplate r:id="t"/><w:zoom w:percent="100"/></w:settings>',
      'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="t" Type="${relation}/attachedTemplate" Target="https://evil.test/x.dotm" TargetMode="External"/></Relationships>`,
    },
  })
  const templates = createWordTemplates()
  const document = vettedForTest(bytes, 'docx')
  const filled = await templates.fill(document, request, { signal })
  const report = await templates.inspect(document, request, { signal })
  const codes = report.findings.map(({ code, severity }) => [code, severity])
  expect(codes).toEqual([
    ['macros_removed', 'warning'],
    ['external_template_removed', 'warning'],
  ])
  expect(filled.findings.map(({ code }) => code)).toEqual(['macros_removed', 'external_template_removed'])
  expect(textOf(filled.content.bytes)).toBe('1')
  const zip = new PizZip(filled.content.bytes)
  const text = (name: string): string => zip.file(name)?.asText() ?? ''
  expect(Object.keys(zip.files).filter((name) => /vba/i.test(name) && !name.includes('_rels'))).toEqual([])
  expect(text('[Content_Types].xml')).toContain(`ContentType="${word}.document.main+xml"`)
  expect(text('[Content_Types].xml')).not.toMatch(/vba|macro|template\.main/i)
  expect(text('word/_rels/document.xml.rels')).toBe(
    `<Relationships><Relationship Id="s" Type="${relation}/settings" Target="settings.xml"/></Relationships>`,
  )
  expect(text('word/settings.xml')).toBe('<w:settings><w:zoom w:percent="100"/></w:settings>')
  expect(text('word/_rels/settings.xml.rels')).not.toContain('evil')
})
