import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { expect, it } from 'vitest'
import { docx, p, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'
import { withUsualPrefixes } from './usual-prefixes.ts'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

/** The file as a program writes it that numbers the prefixes. */
function withOtherPrefixes(bytes: Uint8Array): Uint8Array {
  const zip = new PizZip(bytes)
  for (const name of Object.keys(zip.files).filter((each) => /^word\/\w+\.xml$/.test(each))) {
    const xml = zip.file(name)?.asText() ?? ''
    zip.file(name, xml.replaceAll(/(<\/?|\s|xmlns:)(w|r|mc|wps|wp)(?=:|=)/g, '$1n$2'))
  }
  return zip.generate({ type: 'uint8array' })
}

it('fills what a program wrote with other prefixes', async () => {
  const body = p('{a}') + table(['{#l}{.}', '{/l}']) + textBox(p('{a}'))
  const template = docx({ body, header: p('{a}') })
  const request = {
    data: { a: 'A', l: [1, 2] },
    missing: 'error',
    locale: 'en',
    timeZone: 'UTC',
    currency: 'EUR',
    now: 0,
  }
  const fill = async (bytes: Uint8Array) =>
    createWordTemplates().fill(
      vettedForTest(bytes, 'docx'),
      { ...request, missing: 'error' },
      {
        signal: new AbortController().signal,
      },
    )
  const [usual, other] = [await fill(template), await fill(withOtherPrefixes(template))]
  expect(textOf(other.content.bytes)).toContain('A')
  for (const part of ['word/document.xml', 'word/header1.xml'])
    expect(new PizZip(other.content.bytes).file(part)?.asText()).toBe(
      new PizZip(usual.content.bytes).file(part)?.asText(),
    )
})

it.each([
  [
    `<document xmlns="${main}" xmlns:x="${main}" xmlns:y="${compatibility}" y:Ignorable="x z"><body x:a="y:b" /><p>x:t</p></document>`,
    `<w:document xmlns:w="${main}" xmlns:mc="${compatibility}" mc:Ignorable="w z"><w:body w:a="y:b" /><w:p>x:t</w:p></w:document>`,
  ],
  [`<document xmlns="${main}"><body/></document>`, `<w:document xmlns:w="${main}"><w:body/></w:document>`],
  [`<a xmlns="${main}" xmlns:w="${main}" w:b="1"/>`, `<w:a xmlns:w="${main}" w:b="1"/>`],
  [
    `<w:document xmlns:w="${main}" xmlns:ve="${compatibility}"><w:b/><w:i /><ve:Choice Requires="w"><w:b/></ve:Choice></w:document>`,
    `<w:document xmlns:w="${main}" xmlns:mc="${compatibility}"><w:b/><w:i /><mc:Choice Requires="w"><w:b/></mc:Choice></w:document>`,
  ],
  [
    `<w:a xmlns:w="${main}"><n:b xmlns:n="${main}" n:c="1"><n:d/></n:b><n:b xmlns:n="urn:x"/></w:a>`,
    `<w:a xmlns:w="${main}"><w:b w:c="1"><w:d/></w:b><n:b xmlns:n="urn:x"/></w:a>`,
  ],
  [
    `<a xmlns="${main}"><b xmlns="urn:x"><c/></b><d xmlns:mc="urn:y" xmlns:e="${compatibility}"><e:f/></d></a>`,
    `<w:a xmlns:w="${main}"><b xmlns="urn:x"><c/></b><w:d xmlns:mc="urn:y" xmlns:e="${compatibility}"><e:f/></w:d></w:a>`,
  ],
  [
    `<w:a xmlns:w="${main}" xmlns:e="${compatibility}"><w:b w:m="xmlns:n='${main}' xmlns:o='urn:o'" e:c="1"/></w:a>`,
    `<w:a xmlns:w="${main}" xmlns:mc="${compatibility}"><w:b w:m="xmlns:n='${main}' xmlns:o='urn:o'" mc:c="1"/></w:a>`,
  ],
  [`<x:a xmlns:x="urn:x"><b xmlns="${main}"/><b/></x:a>`, `<x:a xmlns:x="urn:x"><w:b xmlns:w="${main}"/><b/></x:a>`],
  [`<n:a xmlns:n="${main}" n:b='n:c'>n:d<!--<n:e>--></n:a>`, `<w:a xmlns:w="${main}" w:b='n:c'>n:d<!--<n:e>--></w:a>`],
])('renames %s', (xml, wanted) => {
  expect(withUsualPrefixes(xml)).toBe(wanted)
})

it.each([
  `<w:document xmlns:w="${main}"><w:body/></w:document>`,
  `<n:a xmlns:n="${main}" xmlns:w="urn:x"><n:b/></n:a>`,
  `<a xmlns="urn:x"/>`,
  'no XML',
])('leaves %s as it is', (xml) => {
  expect(withUsualPrefixes(xml)).toBe(xml)
})
