import type { Finding } from '@chancery/core'
import {
  leavesOf,
  pieceText,
  type SampleLeaf,
  type TemplateGroup,
  type TemplateLeaf,
  type TemplateNode,
} from '@chancery/induction'
import { codeAlike, differs } from './place-edits.ts'
import type { WordElement, WordSample } from './word-sample.ts'
import { formatsWithin } from './run-formats.ts'

/** Most findings of one kind. */
const most = 20

const eachLeaf = (nodes: readonly TemplateNode[], visit: (leaf: TemplateLeaf) => void): void => {
  for (const node of nodes) {
    if (node.kind === 'leaf') visit(node)
    else {
      if (node.kind === 'group' && node.head) visit(node.head)
      eachLeaf(node.children, visit)
    }
  }
}

/** Where paragraphs stand, by what holds them of a sample: the part in words, and their number in it. */
const placesOf = (sample: WordSample): ReadonlyMap<number, { readonly part: string; readonly paragraph: number }> =>
  new Map(
    sample.parts.flatMap(({ key, group }) =>
      leavesOf(group).map(
        ({ origin }, index) => [origin, { part: key.replace(/ 1$/, ''), paragraph: index + 1 }] as const,
      ),
    ),
  )

/** What a template does not keep of its samples, and comparing texts does not show. */
export function templateFindings(root: TemplateGroup, samples: readonly WordSample[]): Finding[] {
  const found = new Map<string, Finding[]>()
  const places = samples.map(() => undefined as ReturnType<typeof placesOf> | undefined)
  const locate = (leaf: TemplateLeaf): NonNullable<Finding['location']> => {
    const at = leaf.members.findIndex((member) => member !== undefined)
    const sample = leaf.scope.instances[at]!.sample
    return (places[sample] ??= placesOf(samples[sample]!)).get(leaf.members[at]!.origin) ?? {}
  }
  const tell = (leaf: TemplateLeaf, finding: Omit<Finding, 'location'>): void => {
    const list = found.get(finding.code) ?? []
    found.set(finding.code, list)
    if (list.length < most) list.push({ ...finding, location: locate(leaf) })
  }
  if (samples.length === 1) return singleFindings(samples[0]!)
  const told = new Set<string>()
  eachLeaf(root.children, (leaf) => {
    const members = leaf.members.flatMap((member, at) =>
      member ? [{ at, member, element: samples[leaf.scope.instances[at]!.sample]!.elements[member.origin]! }] : [],
    )
    const elements = members.map(({ element }) => element)
    tellObjects(elements, (finding) => tell(leaf, finding))
    const pieces = leaf.slots.slice(0, elements[0]?.anchors.length ?? 0).flat()
    const formats = members.map((member) => formatsOf(leaf, member))
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind !== 'variable' || told.has(piece.variable.name)) continue
      if (formats.every((each) => (each[index]?.length ?? 0) < 2)) continue
      told.add(piece.variable.name)
      tell(leaf, {
        code: 'formatting_lost',
        severity: 'warning',
        message: `"${piece.variable.name}" is written in more than one format; a filled document has it in that of its first letter.`,
        hint: 'Where these are several values, give each as an example of a field.',
      })
    }
    const constants = formats.map((each) =>
      JSON.stringify(each.filter((_, index) => pieces[index]?.kind === 'constant')),
    )
    if (differs(constants)) {
      tell(leaf, {
        code: 'formatting_differs',
        severity: 'info',
        message: 'The same text is formatted in different ways in the samples; the template has one of them.',
      })
    }
  })
  return [...found.values()].flat()
}

/** Of one sample nothing shows which links and pictures are those of its client. */
function singleFindings({ elements }: WordSample): Finding[] {
  const links = elements.some(({ attached }) => attached.some(({ kind }) => kind === 'address'))
  const pictures = elements.some(({ objects }) => objects.length > 0)
  const hint = 'Look through them, or give a second sample.'
  return [
    ...(links
      ? [
          {
            code: 'links_not_compared',
            severity: 'warning',
            message: 'The links of the template lead where those of the one sample do.',
            hint,
          } as const,
        ]
      : []),
    ...(pictures
      ? [
          {
            code: 'pictures_not_compared',
            severity: 'warning',
            message: 'The template has the pictures and objects of the one sample.',
            hint,
          } as const,
        ]
      : []),
  ]
}

function tellObjects(elements: readonly WordElement[], tell: (finding: Omit<Finding, 'location'>) => void): void {
  const [first] = elements
  for (const [index, { from, to }] of first?.objects.entries() ?? []) {
    if (!differs(elements.map(({ objects }) => objects[index]?.contents))) continue
    const isPicture = /<(?:a:blip|v:imagedata|pic:pic)\b/.test(first?.xml.slice(from, to) ?? '')
    tell(
      isPicture
        ? {
            code: 'pictures_differ',
            severity: 'warning',
            message: 'The samples have different pictures here; the template has an empty one in their place.',
            hint: 'Put the picture that all are to have there, or a tag for one.',
          }
        : {
            code: 'objects_differ',
            severity: 'warning',
            message:
              'The samples have different charts or embedded files here; the template still has those of one sample.',
            hint: 'Take them out of the template before it is used.',
          },
    )
  }
  const count = first?.codes.length ?? 0
  const isOther =
    elements.some(({ codes }) => codes.length !== count) ||
    first?.codes.some((_, index) => differs(elements.map(({ codes }) => codeAlike(codes[index]?.code ?? '')))) === true
  if (isOther) {
    tell({
      code: 'field_codes_differ',
      severity: 'warning',
      message:
        'Fields of Word have different codes here, such as addresses of links; the template has their text alone.',
      hint: 'Insert the link or field anew in the template, with a tag where it differs.',
    })
  }
}

/** The formats of each piece of a paragraph's text, in one sample. */
function formatsOf(
  leaf: TemplateLeaf,
  { at, member, element }: { readonly at: number; readonly member: SampleLeaf; readonly element: WordElement },
): readonly (readonly string[])[] {
  const ranges = leaf.slots.slice(0, element.anchors.length).flatMap((pieces, slot) => {
    let start = 0
    return pieces.map((piece) => {
      const range = { slot, start, end: start + pieceText(piece, at).length }
      start = range.end
      return range
    })
  })
  return formatsWithin(element.texts, member.slots, ranges)
}

/** Parts that only some samples have are in the template as the sample has them from which it is written. */
export function partFindings(samples: readonly WordSample[], keys: ReadonlySet<string>): Finding[] {
  const some = new Map<string, number>()
  for (const [number, { parts }] of samples.entries())
    for (const { key } of parts) if (!keys.has(key) && !some.has(key)) some.set(key, number)
  return [...some].slice(0, most).map(([key, number]) => ({
    code: 'part_not_in_all',
    severity: 'warning',
    message: `Not all samples have this part, so nothing in it was compared: ${key.replace(/ 1$/, '')}. Where the template has it, it is that of one sample, with the values of fields that it says.`,
    hint: 'Look whether it holds other values.',
    location: { part: key.replace(/ 1$/, ''), pointer: `/samples/${number}` },
  }))
}
