import { expect, it } from 'vitest'
import { docx, p, run } from '../testing/docx-builder.ts'
import { filled, sdkFaults } from '../testing/filling.ts'

const reference = (id: number, kind = 'footnote'): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
const line = (kind: string): string =>
  `<w:${kind} w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:${kind}>`
const note = (id: number, text: string, kind = 'footnote'): string =>
  `<w:${kind} w:id="${id}"><w:p><w:r><w:${kind}Ref/></w:r>${run(text)}</w:p></w:${kind}>`
const optional = (shown: string): string => p('{#if long}') + shown + p('{/if}')

/** What stands in the notes in the order of the part, and the ids in that of the text. */
async function notesOf(body: string, notes: string, data: object, kind = 'footnote') {
  const { xml, bytes } = await filled(docx({ body, [`${kind}s`]: line(kind) + notes }), data)
  const part = xml(`word/${kind}s.xml`)
  const own = [...part.matchAll(new RegExp(String.raw`<w:${kind} w:id="(\d+)">(.*?)</w:${kind}>`, 'g'))]
  return {
    bytes,
    part,
    texts: own.map(([, , inner = '']) => inner.replaceAll(/<[^>]*>/g, '').trim()),
    ids: own.map(([, id]) => id),
    referred: [...xml().matchAll(new RegExp(String.raw`<w:${kind}Reference w:id="(\d+)"`, 'g'))].map(([, id]) => id),
  }
}

it.each(['footnote', 'endnote'])('a %s of a tag stands between those of the template', async (kind) => {
  const body = `<w:p>${run(`A{why | ${kind}} B`)}${reference(1, kind)}${run(`C{how | ${kind}}`)}</w:p>`
  const { texts, ids, referred } = await notesOf(body, note(1, 'own', kind), { why: 'because', how: 'so' }, kind)
  expect([texts, ids, referred]).toEqual([
    ['because', 'own', 'so'],
    ['1', '2', '3'],
    ['1', '2', '3'],
  ])
})

it('notes that nothing refers to any longer go, with what they say', async () => {
  const body = optional(`<w:p>${run('A')}${reference(1)}</w:p>`) + `<w:p>${run('B')}${reference(2)}</w:p>`
  const { texts, ids, referred } = await notesOf(body, note(1, 'of A') + note(2, 'of B'), { long: false })
  expect([texts, ids, referred]).toEqual([['of B'], ['1'], ['1']])
})

it('what a section repeats refers to notes of its own, whose marks are their own too', async () => {
  const marked = note(1, 'of {firm}').replace(
    '<w:r>',
    '<w:bookmarkStart w:id="9" w:name="m"/><w:bookmarkEnd w:id="9"/><w:r>',
  )
  const body = `${p('{#each list}')}<w:p>${run('{.}')}${reference(1)}</w:p>${p('{/each}')}<w:p>${run('B')}${reference(2)}</w:p>`
  const given = { list: ['x', 'y'], firm: 'Acme' }
  const { texts, ids, referred, part, bytes } = await notesOf(body, marked + note(2, 'of B'), given)
  expect([texts, ids, referred]).toEqual([
    ['of Acme', 'of Acme', 'of B'],
    ['1', '2', '3'],
    ['1', '2', '3'],
  ])
  expect([...part.matchAll(/w:name="(\w+)"/g)].map(([, name]) => name)).toEqual(['m', 'm_2'])
  expect(await sdkFaults(bytes)).toEqual([])
})

it('notes that the template does not refer to either stay, behind the others', async () => {
  const body = optional(`<w:p>${run('A')}${reference(2)}</w:p>`)
  const { texts } = await notesOf(body, note(1, 'of nothing') + note(2, 'of A'), { long: true })
  expect(texts).toEqual(['of A', 'of nothing'])
})

it('notes in their order stay as they are', async () => {
  const body = `<w:p>${run('{a}')}${reference(1)}${reference(2)}</w:p>`
  const { part } = await notesOf(body, note(1, 'one') + note(2, 'two'), { a: 'x' })
  expect(part).toContain(line('footnote') + note(1, 'one') + note(2, 'two'))
})

it('a note that is repeated too often is refused', async () => {
  const body = `${p('{#each list}')}<w:p>${reference(1)}</w:p>${p('{/each}')}`
  await expect(
    filled(docx({ body, footnotes: note(1, 'x'.repeat(1_000_000)) }), { list: Array.from({ length: 250 }, () => 1) }),
  ).rejects.toMatchObject({ code: 'payload_too_large' })
})
