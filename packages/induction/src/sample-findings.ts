import type { Finding } from '@chancery/core'
import { eachPiece, pieceText, type Condition, type Piece, type TemplateNode, type Variable } from './template.ts'
import { tokenize, type TokenKind } from './tokens.ts'
import { eachNode } from './variables.ts'

/** Most findings of one kind. */
const most = 20
const word = /\p{L}{2,}/gu
const maxWords = 5000
/** What two samples of one kind have in common at the least, as a share of the words of the shorter. */
const leastShared = 0.2

const wordsOf = (text: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const [found] of text.matchAll(word)) {
    words.add(found.toLowerCase())
    if (words.size === maxWords) break
  }
  return words
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let count = 0
  for (const one of small) if (large.has(one)) count += 1
  return small.size === 0 ? 1 : count / small.size
}

const list = (numbers: readonly number[]): string => numbers.map((number) => number + 1).join(', ')

/** Samples that fall into groups with hardly a word in common: a letter among invoices, or two languages. */
export const mixedSamples = (texts: readonly string[]): Finding[] => {
  if (texts.length < 3) return []
  const words = texts.map(wordsOf)
  const groups: number[][] = []
  const left = new Set(texts.keys())
  for (const first of left) {
    const group = [first]
    left.delete(first)
    for (const member of group) {
      for (const other of left) {
        if (shared(words[member]!, words[other]!) < leastShared) continue
        group.push(other)
        left.delete(other)
      }
    }
    groups.push(group.sort((a, b) => a - b))
  }
  if (groups.length < 2) return []
  const [largest = [], ...others] = groups.sort((a, b) => b.length - a.length)
  return others.slice(0, most).map((group) => ({
    code: 'samples_mixed',
    severity: 'warning',
    message: `Sample ${list(group.slice(0, most))} has hardly a word in common with sample ${list(largest.slice(0, most))}: they seem to be of different kinds.`,
    hint: 'Make one template of each kind.',
    location: { pointer: `/samples/${group[0]}` },
  }))
}

const band = 2

/**
 * Whether two or fewer edits (insertions, deletions, replacements) make one text of the other: Levenshtein's distance, along the
 * diagonal alone (Ukkonen, 1985).
 */
const isNear = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > band) return false
  const far = band + 1
  let row = new Map(Array.from({ length: far }, (_, at) => [at, at] as const))
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Map<number, number>(i <= band ? [[0, i]] : [])
    for (let j = Math.max(1, i - band); j <= Math.min(b.length, i + band); j += 1) {
      const replaced = (row.get(j - 1) ?? far) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.set(j, Math.min(far, replaced, (row.get(j) ?? far) + 1, (next.get(j - 1) ?? far) + 1))
    }
    row = next
  }
  return (row.get(b.length) ?? far) <= band
}

const maxTypo = 200

const inflection = /^(?:|e|es|s|in|innen|r|n|en|a|o|as|os|ne|se)$/u

/** The same words but for endings of gender and number: `employé` and `employée`. */
const isInflected = (a: string, b: string): boolean => {
  const [left, right] = [a.split(' '), b.split(' ')]
  return (
    left.length === right.length &&
    left.every((word, index) => {
      const other = right[index] ?? ''
      let stem = 0
      while (stem < word.length && word[stem] === other[stem]) stem += 1
      if (stem === word.length && stem === other.length) return true
      return stem > 2 && inflection.test(word.slice(stem)) && inflection.test(other.slice(stem))
    })
  )
}

/** Fields that are one and the same in all samples but one, where that one is a letter or two off: likely a slip. */
export const likelySlips = (variables: readonly Variable[], samples: number): Finding[] =>
  variables
    .flatMap((variable): Finding[] => {
      if (variable.scope.parent !== undefined || samples < 3) return []
      const values = variable.values.map((value) => value ?? '')
      const usual = values.find((value, at) => values.indexOf(value, at + 1) !== -1)
      if (usual === undefined || /\d/.test(usual)) return []
      const others = values.flatMap((value, at) => (value === usual ? [] : [at]))
      const [odd] = others
      const value = odd === undefined ? '' : values[odd]!
      if (others.length !== 1 || value === '' || usual.length > maxTypo || value.length > maxTypo) return []
      const plain = (text: string): string => text.replaceAll(/\s+/g, ' ')
      const isSlip =
        plain(usual) === plain(value) || (usual.length > 3 && isNear(usual, value) && !isInflected(usual, value))
      return isSlip
        ? [
            {
              code: 'likely_slip',
              severity: 'warning',
              message: `"${variable.name}" is "${usual}" in all samples but one, which has "${value}": it looks like a slip, and is a field for that alone.`,
              hint: 'Correct that sample, and make the template again.',
              location: { pointer: `/samples/${odd}` },
            },
          ]
        : []
    })
    .slice(0, most)

const telling: ReadonlySet<TokenKind> = new Set<TokenKind>(['date', 'money', 'email', 'phone', 'iban'])

/** Texts that are the same in all samples and look like values: a client's who is in all of them, or the sender's own. */
export const constantValues = (nodes: readonly TemplateNode[]): Finding[] => {
  const found = new Set<string>()
  eachNode(nodes, (node) => {
    if (node.kind !== 'leaf') return
    const purposes = node.members.find((member) => member !== undefined)?.purposes
    for (const [slot, pieces] of node.slots.entries()) {
      if ((purposes?.[slot] ?? 'text') !== 'text') continue
      for (const piece of pieces) {
        if (piece.kind !== 'constant' || found.size >= most) continue
        for (const { kind, text } of tokenize(piece.text)) if (telling.has(kind)) found.add(text)
      }
    }
  })
  return [...found].slice(0, most).map((text) => ({
    code: 'constant_value',
    severity: 'info',
    message: `"${text}" is in all samples, so it stays as it is in every document.`,
    hint: 'If it is a value, give it as an example of a field.',
  }))
}

const mostShown = 60

/** Parts that one sample alone has: what would vary in them, nobody knows. */
export const partsSeenOnce = (nodes: readonly TemplateNode[]): Finding[] => {
  const found: Finding[] = []
  const told = new Set<string>()
  /** What stands in a part of which it is told. */
  const within = new Set<TemplateNode>()
  const tell = ({ name, present, scope }: Condition, text: string, fixed: string): boolean => {
    const shown = /[\p{L}\p{N}]/u.test(fixed) ? text.replaceAll(/\s+/g, ' ').trim() : ''
    const only = present.indexOf(true)
    if (found.length >= most || shown === '' || scope.parent !== undefined || present.indexOf(true, only + 1) !== -1)
      return false
    const { sample } = scope.instances[only]!
    // The same words may stand in two places, such as a header and the page.
    if (told.has(`${sample} ${shown}`)) return true
    told.add(`${sample} ${shown}`)
    found.push({
      code: 'part_seen_once',
      severity: 'info',
      message: `"${shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown}" (${name}) is in sample ${sample + 1} alone: what is no field in it stays as it is there.`,
      hint: 'Give another sample that has it, or what varies in it as examples of fields.',
      location: { pointer: `/samples/${sample}` },
    })
    return true
  }
  const textIn = (pieces: readonly Piece[], instance: number): string =>
    pieces.map((piece) => pieceText(piece, instance)).join('')
  const fixedIn = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => (piece.kind === 'constant' ? piece.text : '')).join('')
  eachNode(nodes, (node) => {
    if (within.has(node)) return
    if (node.kind === 'option') {
      const at = node.condition.present.indexOf(true)
      const texts: string[] = []
      let fixed = ''
      eachNode(node.children, (inner) => {
        if (inner.kind === 'leaf' && inner.scope === node.condition.scope && texts.join(' ').length < mostShown)
          for (const slot of inner.slots) {
            texts.push(textIn(slot, at))
            fixed += fixedIn(slot)
          }
      })
      if (tell(node.condition, texts.join(' '), fixed)) eachNode(node.children, (inner) => within.add(inner))
    }
    if (node.kind !== 'leaf') return
    for (const slot of node.slots)
      eachPiece(slot, (piece) => {
        if (piece.kind === 'option')
          tell(piece.condition, textIn(piece.pieces, piece.condition.present.indexOf(true)), fixedIn(piece.pieces))
      })
  })
  return found
}
