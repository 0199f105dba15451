import { type Expression, meantCodes, parseTag, type TagFault } from '@chancery/tags'
import { childOf, elementsOf, type XmlElement } from '../../xml/element-tree.ts'
import { attribute } from '../../xml/scan-xml.ts'
import { signs } from '../../template/carried-tags.ts'
import { literal, pathOf, piped } from './field-expression.ts'

/** What a control is filled with: the path that is its tag or title, or an expression of the tag language. */
interface ControlName {
  readonly name: string
  /** Where formatters follow the path: `terms | html`. */
  readonly expression?: Expression
  /** As a finding shows it. */
  readonly written: string
}

export function namesOf(properties: XmlElement): readonly ControlName[] {
  const names: ControlName[] = []
  for (const element of ['w:tag', 'w:alias']) {
    const own = childOf(properties, element)
    const given = own === undefined ? '' : (attribute(own.attributes, 'w:val') ?? '').trim()
    const expression = given.includes('|') ? formattedValue(given) : undefined
    const name = expression === undefined ? given : (given.split('|', 1)[0] ?? '').trim()
    const isNew = names.every((each) => each.name.toLowerCase() !== name.toLowerCase())
    if (!/^[\p{L}_]/u.test(name) || name.length > 200 || !isNew) continue
    names.push({ name, written: `${element}="${given}"`, ...(expression === undefined ? {} : { expression }) })
  }
  return names
}

/** What is wrong with the formatters behind the names of a control: it would be filled without them, or not at all. */
export function faultsOf(properties: XmlElement): readonly TagFault[] {
  return ['w:tag', 'w:alias'].flatMap((element) => {
    const own = childOf(properties, element)
    const given = own === undefined ? '' : (attribute(own.attributes, 'w:val') ?? '')
    const parsed = given.includes('|') ? parseTag(given) : undefined
    return parsed === undefined || parsed.ok ? [] : parsed.faults.filter(({ code }) => meantCodes.has(code))
  })
}

/** A path with formatters; `undefined` for what is none, and so a name like any other. */
function formattedValue(written: string): Expression | undefined {
  const parsed = parseTag(written)
  const expression = parsed.ok && parsed.tag.kind === 'value' ? parsed.tag.expression : undefined
  return expression?.kind === 'pipe' ? withLoosePath(expression) : undefined
}

function withLoosePath(expression: Expression): Expression | undefined {
  if (expression.kind === 'path') return pathOf(expression.segments.join('.'))
  if (expression.kind !== 'pipe') return undefined
  const input = withLoosePath(expression.input)
  return input === undefined ? undefined : { ...expression, input }
}

/** The value of the tag, else of the title. */
export function valueOf(names: readonly ControlName[], absent?: string | true): Expression {
  const [first, second] = names
  const last = pathOf((second ?? first)?.name ?? '', absent)
  if (first === undefined || second === undefined) return last
  return { kind: 'binary', operator: '??', left: pathOf(first.name), right: last, start: 0, end: 0 }
}

/** Kinds of controls that hold text alone. */
const plainKinds = ['w:text', 'w:dropDownList', 'w:comboBox']

/** The value as its kind of control wants it, so that the schema of the template says so: true or false, or a date. */
export function typedValue(names: readonly ControlName[], properties: XmlElement): Expression {
  const value = valueOf(names, signs.absent)
  const when = (compared: string | true, alternate: Expression): Expression => ({
    kind: 'conditional',
    test: { kind: 'binary', operator: '==', left: value, right: literal(compared), start: 0, end: 0 },
    consequent: literal(compared),
    alternate,
    start: 0,
    end: 0,
  })
  const formatted = names.find(({ expression }) => expression !== undefined)?.expression
  if (formatted !== undefined) return when(signs.absent, formatted)
  if (childOf(properties, 'w14:checkbox') !== undefined) return when(true, value)
  if (childOf(properties, 'w:date') !== undefined) {
    // An empty text empties the control, as it does one of text.
    return when(signs.absent, piped(piped(valueOf(names), 'datetime', 'iso'), 'default', ''))
  }
  return plainKinds.some((kind) => childOf(properties, kind) !== undefined) ? value : piped(value, 'rich')
}

const emuPerMillimetre = 36_000

/** The picture of a control, as large as the one that its author put there. */
export function pictureValue(names: readonly ControlName[], content: XmlElement): Expression {
  const formatted = names.find(({ expression }) => expression !== undefined)?.expression
  if (formatted !== undefined) return formatted
  for (const { name, attributes } of elementsOf(content)) {
    if (name !== 'wp:extent') continue
    const millimetres = (key: string): string =>
      `${(Number(attribute(attributes, key) ?? Number.NaN) / emuPerMillimetre).toFixed(2)}mm`
    const [width, height] = [millimetres('cx'), millimetres('cy')]
    if (![width, height].every((side) => /^(?!0\.00)\d{1,4}\./.test(side))) break
    return piped(valueOf(names), 'image', width, height)
  }
  return valueOf(names)
}
