import { pathsOf } from '@chancery/tags'
import type { Node, Place } from '../../parse/parse-template.ts'
import { type Rule, wordsOutsideCode } from '../rule.ts'

/** A name as programs write them, of several parts: `order.number`, `order_number`, `orderNumber`. Parts and their number are bounded. */
const compound =
  /(?<![\p{L}\p{N}_./:=?&#{-]|\S@)\p{L}[\p{L}\p{N}]{0,40}(?:[._][\p{L}\p{N}]{1,40}){0,6}(?![\p{L}\p{N}_@/=}]|[.-][\p{L}\p{N}])/gu
/** A name of one part between signs that no text sets around a word, or behind one. */
const signed =
  /(?<![\p{L}\p{N}_/])(?:([#~|^%$:@*=+]{1,2})(\p{L}[\p{L}\p{N}_]{1,40})\1|[$%](\p{L}[\p{L}\p{N}_]{2,40})|\[(\p{L}[\p{L}\p{N}_]{2,40})\](?!\())(?![\p{L}\p{N}_%])/gu

/** What most texts have none of, so that their words need not be gone through. */
const hasCompound = /[._](?<=[\p{L}\p{N}].)\p{L}|\p{Lu}(?<=\p{Ll}.)/u
const hasSigned = /[#~|^%$:@*=+[]\p{L}/u

/** Names that are written in several ways are one: without points, strokes and capitals. */
const plain = (name: string): string => name.replace(/[._-]/g, '').toLowerCase()

/** Whether a name has a sign of programs in it: a point, a stroke, or a capital behind a small letter. */
const isCompound = (name: string): boolean => /[._]|\p{Ll}\p{Lu}/u.test(name)

/** Every path that is read, and every name of one part. */
function namesOf(nodes: readonly Node[], into = { paths: new Map<string, string>(), names: new Set<string>() }) {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    for (const { segments } of pathsOf(node.expression)) {
      const path = segments.join('.')
      if (isCompound(path)) into.paths.set(plain(path), path)
      if (segments.length === 1 && path.length > 2) into.names.add(path.toLowerCase())
    }
    if (node.kind !== 'section') continue
    namesOf(node.children, into)
    namesOf(node.otherwise, into)
  }
  return into
}

/** Tags that hold no value but a text that looks like the name of one. */
function* quotedNames(nodes: readonly Node[]): Generator<readonly [name: string, place: Place]> {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    if (node.kind === 'section') {
      yield* quotedNames(node.children)
      yield* quotedNames(node.otherwise)
    } else if (node.expression.kind === 'literal' && typeof node.expression.value === 'string')
      yield [node.expression.value, node.place]
  }
}

/** Names of the template's values that stand in the words without a tag, whatever signs are around them. */
export const namesInText: Rule = ({ checked, html, tell }) => {
  const { paths, names } = namesOf(checked.nodes)
  if (paths.size === 0 && names.size === 0) return
  for (const [name, { field, start, end }] of quotedNames(checked.nodes)) {
    const meant = paths.get(plain(name)) ?? (names.has(name.toLowerCase()) ? name : undefined)
    if (meant !== undefined)
      tell('name_without_tag', field, [start, end], {
        message: `"${name.slice(0, 60)}" is the name of a value; in quotation marks it is a text.`,
        hint: `Write {{${meant}}}.`,
        path: meant,
      })
  }
  for (const parsed of checked.fields) {
    const { field, isHtml } = parsed
    const words = wordsOutsideCode(parsed)
    const texts = isHtml
      ? (html?.page.texts ?? []).filter(({ element }) => element === '' || element === 'title')
      : [{ start: 0, end: words.length }]
    for (const { start, end } of texts) {
      if (end - start < 3) continue
      const said = words.slice(start, end)
      const add = (written: string, index: number, meant: string): void =>
        tell('name_without_tag', field, [start + index, start + index + written.length], {
          message: `"${written.slice(0, 60)}" is the name of a value, and stands in no tag.`,
          hint: `Write {{${meant}}}.`,
          path: meant,
        })
      for (const { 0: written, index } of hasCompound.test(said) ? said.matchAll(compound) : []) {
        const meant = isCompound(written) ? paths.get(plain(written)) : undefined
        if (meant !== undefined) add(written, index, meant)
      }
      for (const { 0: written, index, 2: around, 3: behind, 4: bracketed } of hasSigned.test(said)
        ? said.matchAll(signed)
        : []) {
        const name = around ?? behind ?? bracketed ?? ''
        if (names.has(name.toLowerCase())) add(written, index, name)
      }
    }
  }
}
