import type { FillRequest, JsonObject } from '@chancery/core'
import { evaluate, type EvaluationContext, type MissingPath, type Outcome, type TextOutcome } from './evaluate.ts'
import type { Expression } from '../syntax/expression.ts'
import { findPath } from '../data/find-path.ts'
import type { PlainPath } from '../data/plain-path.ts'
import { hintForList, listOnTheWay } from '../data/list-on-the-way.ts'
import { maxSuggestions, nearPath } from '../data/near-path.ts'
import { markAll, pathsOfScopes } from './mark-read.ts'
import { MergeRecords } from './merge-records.ts'
import { itemWithout } from './item-without.ts'
import { hintFor } from './missing-hint.ts'
import { ownPolicy } from './missing-policy.ts'
import { kindOf } from '../data/plain-text.ts'
import { ReadPaths } from '../data/read-paths.ts'
import { pathsOf } from '../data/reads.ts'
import { countSteps, joinPath, rootScope, type Scope, type Steps } from '../data/scope.ts'
import { oddBeside, type OddText, oddValue, runsOn, type TextAround } from './odd-text.ts'
import { silentValues } from './silent-values.ts'
import { valueHint } from './value-hint.ts'
import { readsInside, readsItem, readsOutside, sectionKind } from '../template/section-kind.ts'
import { listWanted, type SectionTurns, turnsOf } from './sections.ts'
import type { FormatContext } from '../formatters/formatter.ts'
import { richLength, type RichValue } from '../data/rich-value.ts'
import type { SectionNode, TemplateNode, ValueNode } from '../template/template-node.ts'
import { type DataDoubt, Doubts, isWithin } from './doubts.ts'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { plainOutcome, type ValueOutcome, valueOutcome } from './value-outcome.ts'

type TagNodeOf<Place> = ValueNode<Place> | SectionNode<Place>

/** One thing that is wrong between data and template, once for each path and kind, with the first tag that meets it. */
export interface DataFault<Place> {
  readonly code:
    | 'missing_value'
    | 'wrong_kind'
    | 'wrong_argument'
    | 'unknown_formatter'
    | 'invalid_value'
    | OddText['code']
  /** Dotted, without the indexes of loops. */
  readonly path: string
  /** JSON pointer segments into the data, of the first place. */
  readonly pointer: readonly string[]
  readonly message: string
  readonly hint?: string
  /** The path of the data that was probably meant. */
  readonly suggestion?: string
  readonly node: TagNodeOf<Place>
  /** It is odd, and stops no fill: a text where a list was looked for. */
  readonly isHarmless?: true
}

/** Paths are dotted, without the indexes of loops. */
export interface DataReport<Place> {
  /** Paths whose values are written. */
  readonly filled: readonly string[]
  /** Paths that have no value (absent or null). */
  readonly missing: readonly string[]
  /** Paths of the data that no tag reads; of an object that nothing is read of, the object alone. */
  readonly unused: readonly string[]
  readonly faults: readonly DataFault<Place>[]
  /** Only where they were asked for. */
  readonly doubts: readonly DataDoubt<Place>[]
}

export interface CheckOptions<Place> {
  readonly steps?: Steps
  /** `readsOutside(nodes)`, where somebody keeps it. */
  readonly outside?: () => ReadonlySet<string>
  /** Kept between the fills of a template; only one may be under way. */
  readonly reads?: ReadPaths
  /** The data was made from JSON, and can have no getters. Default: it may have. */
  readonly fromJson?: boolean
  /** Rich values can be drawn: a Word template. Default: they are of the wrong kind. */
  readonly rich?: boolean
  /** Tells names that look misspelt and stop no fill. Default: no. */
  readonly doubts?: boolean
  /** What is wrong within a value that would be drawn, such as a picture that is cut off. */
  readonly drawn?: (value: RichValue) => { readonly message: string; readonly hint?: string } | undefined
  /** The text that a tag stands in: what is written is compared with it. Without `doubts`, what formatters write alone. */
  readonly around?: (place: Place) => TextAround | undefined
}

/** More distinct faults than this are not listed. */
const maxFaults = 1000

/**
 * Follows a fill, tag by tag, and notes all that is written, missing, of the wrong kind, or never read. What turns in a
 * loop is noted once, so that following costs little beside filling.
 */
export class DataCheck<Place> {
  readonly root: Scope
  private readonly data: JsonObject
  private readonly steps: Steps
  private readonly outside: () => ReadonlySet<string>
  private readonly context: EvaluationContext
  private readonly rich: boolean
  private readonly rawXml: Pick<FillRequest, 'rawXml'>
  private readonly reads: ReadPaths
  private readonly missing = new Set<string>()
  private readonly notedMissing = new Set<string>()
  private readonly faults = new Map<string, DataFault<Place>>()
  /** By the expression: the path of the scope where what it may have passed over was noted last. */
  private readonly notedPassed = new Map<Expression, string>()
  private readonly notedHidden = new Map<SectionNode<Place>, string>()
  private readonly doubts: Doubts<Place> | undefined
  private readonly suggested: { readonly absent: MissingPath; readonly suggestion: string; readonly scope: Scope }[] =
    []
  private records: MergeRecords | undefined = undefined
  private readonly drawn: CheckOptions<Place>['drawn']
  private readonly around: CheckOptions<Place>['around']

  constructor(
    nodes: readonly TemplateNode<Place>[],
    data: JsonObject,
    format: FormatContext & Pick<FillRequest, 'rawXml'>,
    {
      steps = countSteps(),
      outside = () => readsOutside(nodes),
      reads = new ReadPaths(),
      fromJson = false,
      rich = false,
      doubts = false,
      drawn,
      around,
    }: CheckOptions<Place> = {},
  ) {
    this.data = data
    this.steps = steps
    this.outside = outside
    this.reads = reads
    reads.begin()
    this.rich = rich
    this.drawn = drawn
    this.around = around
    this.doubts = doubts ? new Doubts() : undefined
    this.rawXml = format.rawXml === undefined ? {} : { rawXml: format.rawXml }
    this.root = rootScope(data, { now: format.now, timeZone: format.timeZone, fromJson })
    this.context = {
      ...format,
      onWork: (size) => {
        steps.work(size)
      },
      onRead: (found, whole) => {
        if (whole) reads.readWhole(reads.of(found))
        else reads.read(reads.of(found))
      },
    }
  }

  /**
   * The text that a plain path leads to, noted as written: most tags have one. `undefined`, with nothing noted, where
   * there is more to say, or nothing: `value` says it. Made for fills, it doubts nothing.
   */
  text(path: PlainPath, scope: Scope): string | undefined {
    return path.text(scope, this.reads)
  }

  /** The scope that a tag reads, in the scope around it; `undefined` behind the last record of a merge. */
  scopeOf({ record }: TagNodeOf<Place>, around: Scope): Scope | undefined {
    if (record === undefined) return around
    this.records ??= new MergeRecords(this.root)
    return this.records.scopeOf(record, around)
  }

  /** What a value tag says. */
  value(node: ValueNode<Place>, around: Scope): ValueOutcome {
    const scope = this.scopeOf(node, around)
    if (scope === undefined) return { kind: 'found', text: '', at: undefined }
    const looks = this.doubt(node, scope)
    const raw = evaluate(node.expression, scope, this.context)
    this.notePassedOver(node.expression, scope)
    const outcome = this.rich ? valueOutcome(node, raw, this.rawXml) : plainOutcome(node, raw)
    if (outcome.kind === 'missing') {
      this.noteMissing(outcome.missing, node, scope)
      return outcome
    }
    if (outcome.kind === 'fault') {
      this.noteFault(outcome, node)
      return outcome
    }
    this.steps.write('text' in outcome ? outcome.text.length : richLength(outcome.value))
    const { at } = outcome
    const broken = 'value' in outcome ? this.drawn?.(outcome.value) : undefined
    if (broken !== undefined)
      this.note({ code: 'invalid_value', path: at?.path ?? '', pointer: at?.pointer ?? [], ...broken, node })
    if (looks && 'text' in outcome) this.noteOddText(outcome, node)
    if (at !== undefined && !at.builtIn) {
      const place = this.reads.of(at)
      if ('value' in outcome) this.reads.readWhole(place)
      this.reads.write(place)
    }
    return outcome
  }

  /** How often a section turns. What is hidden counts as read. */
  section(node: SectionNode<Place>, around: Scope): SectionTurns {
    const scope = this.scopeOf(node, around)
    if (scope === undefined) return noTurns
    this.doubt(node, scope)
    const turns = turnsOf(node, scope, this.context, this.steps)
    this.notePassedOver(node.expression, scope)
    const { outcome, scopes, showsOtherwise } = turns
    if (outcome.kind === 'fault') this.noteFault(outcome, node)
    const value = outcome.kind === 'found' ? outcome.value : undefined
    const isScalar = typeof value === 'string' || typeof value === 'number'
    if ((isScalar || outcome.kind === 'missing') && this.isLoop(node, scope)) {
      if (outcome.kind === 'missing') this.noteMissing(outcome.missing, node, scope)
      else if (scopes.length > 0) {
        const at = outcome.kind === 'found' ? outcome.at : undefined
        const message = `A list seems to be wanted by ${node.tag}, and the data has ${kindOf(value)}: it is shown once.`
        this.noteFault({ kind: 'fault', code: 'wrong_kind', message, hint: listWanted(node), at }, node, true)
      }
    }
    if (this.doubts !== undefined && outcome.kind === 'found' && node.mode === 'if' && saysNo(value))
      this.noteFault({ kind: 'fault', ...textThatSaysNo(outcome.at?.path), at: outcome.at }, node, true)
    if (scopes.length === 0 && this.notedHidden.get(node) !== scope.path) {
      this.notedHidden.set(node, scope.path)
      const at =
        outcome.kind === 'found' ? outcome.at?.path : outcome.kind === 'missing' ? outcome.missing[0]?.path : undefined
      const around = pathsOfScopes(scope, this.reads)
      markAll(node.children, at === undefined ? around : [...around, this.reads.at(at)], this.reads)
    }
    if (!showsOtherwise && node.otherwise.length > 0)
      markAll(node.otherwise, pathsOfScopes(scope, this.reads), this.reads)
    return turns
  }

  report(): DataReport<Place> {
    const unused = this.reads.unused(this.data, this.root.fromJson)
    this.preferUnread(new Set(unused))
    return {
      filled: this.reads.written,
      missing: [...this.missing],
      unused,
      faults: [...this.faults.values()],
      doubts: this.doubts?.among(new Set(unused), this.missing) ?? [],
    }
  }

  /** Of two values that a missing name may have meant, the one that no tag reads yet is likelier. */
  private preferUnread(unused: ReadonlySet<string>): void {
    for (const { absent, suggestion, scope } of unused.size === 0 ? [] : this.suggested) {
      const isUnread = (path: string, at: Scope): boolean => isWithin(unused, joinPath(at.path, [path]))
      if (isUnread(suggestion, scope)) continue
      const other = nearPath(absent.segments, scope, isUnread)
      if (other === undefined) continue
      for (const [key, fault] of this.faults)
        if (fault.code === 'missing_value' && fault.path === absent.path && fault.suggestion === suggestion)
          this.faults.set(key, { ...fault, suggestion: other, hint: `Did you mean "${other}"?` })
    }
  }

  /** By what the template shows, unless all that stands inside has its value outside already. */
  private isLoop(node: SectionNode<Place>, scope: Scope): boolean {
    if (node.mode === 'if' || sectionKind(node, this.outside()) !== 'loop') return false
    const reads = readsInside(node.children)
    return (
      node.mode === 'each' ||
      reads.some(readsItem) ||
      !reads.every((read) => read.up !== undefined || findPath(read, scope).found)
    )
  }

  /** Notes what stops no fill, and is hardly meant; only where that was asked for. */
  private doubt(node: TagNodeOf<Place>, scope: Scope): boolean {
    if (this.doubts === undefined) return this.around !== undefined
    this.doubts.note(node, scope)
    if (!this.doubts.looksAgain(node)) return false
    for (const silent of silentValues(node.expression, scope, this.context))
      this.noteFault({ kind: 'fault', ...silent }, node, true)
    return true
  }

  /** Notes a text that can be written, and that nobody wants to read. */
  private noteOddText({ text, at }: Extract<TextOutcome, { kind: 'found' }>, node: ValueNode<Place>): void {
    const { expression, place } = node
    const isOfData = this.doubts !== undefined
    const around = this.around?.(place)
    // What Word carries otherwise, such as a control for a date, has its own way of showing it.
    if (around === undefined && this.around !== undefined) return
    const isFormatted =
      expression.kind === 'pipe' && ['number', 'date'].includes(findFormatter(expression.formatter.name)?.takes ?? '')
    const found =
      (isOfData ? oddValue({ text, value: at?.value, expression, locale: this.context.locale }) : undefined) ??
      (around !== undefined && (isOfData || isFormatted) ? oddBeside(text, around, expression) : undefined) ??
      (around !== undefined && isFormatted ? runsOn(text, around) : undefined)
    if (found !== undefined)
      this.note({ path: at?.path ?? '', pointer: at?.pointer ?? [], ...found, node, isHarmless: true })
  }

  /** The side of a condition that was not needed this time is read by the tag all the same. */
  private notePassedOver(expression: Expression, scope: Scope): void {
    let inner = expression
    while (inner.kind === 'pipe' || inner.kind === 'not') inner = inner.kind === 'pipe' ? inner.input : inner.operand
    if (inner.kind === 'path' || inner.kind === 'literal' || this.notedPassed.get(expression) === scope.path) return
    this.notedPassed.set(expression, scope.path)
    for (const path of pathsOf(inner)) {
      const at = findPath(path, scope)
      if (at.found && !at.builtIn) this.reads.read(this.reads.at(at.path))
    }
  }

  private note(fault: DataFault<Place>): void {
    const own = fault.code === 'missing_value' ? (ownPolicy(fault.node.expression) ?? '') : ''
    const key = `${fault.code} ${fault.path} ${own}${fault.isHarmless === true ? ' harmless' : ''}`
    if (!this.faults.has(key) && this.faults.size < maxFaults) this.faults.set(key, fault)
  }

  private noteMissing(paths: readonly MissingPath[], node: TagNodeOf<Place>, scope: Scope): void {
    for (const absent of paths) {
      // A path may be missing where its tag minds, and where it does not.
      const key = `${absent.path} ${ownPolicy(node.expression) ?? ''}`
      if (absent.isVariable === true || this.notedMissing.has(key)) continue
      this.notedMissing.add(key)
      this.missing.add(absent.path)
      this.reads.read(this.reads.at(absent.path))
      const list = listOnTheWay(absent.segments, scope)
      const isLooked = this.notedMissing.size <= maxSuggestions
      const lacking = isLooked ? itemWithout(this.root.value, absent.pointer) : undefined
      const suggestion =
        isLooked && list === undefined && lacking === undefined ? nearPath(absent.segments, scope) : undefined
      if (suggestion !== undefined) this.suggested.push({ absent, suggestion, scope })
      this.note({
        code: 'missing_value',
        path: absent.path,
        pointer: absent.pointer,
        message: `The data has no value for "${absent.path}".`,
        ...(suggestion === undefined
          ? {
              hint:
                lacking ??
                (list === undefined
                  ? hintFor(node, absent, isLooked ? scope : undefined)
                  : (hintForField(node.expression, list, absent.segments) ?? hintForList(list, absent.segments))),
            }
          : { suggestion, hint: `Did you mean "${suggestion}"?` }),
        node,
      })
    }
  }

  private noteFault(outcome: Extract<Outcome, { kind: 'fault' }>, node: TagNodeOf<Place>, isHarmless = false): void {
    const { code, message, at } = outcome
    const ofValue =
      this.doubts !== undefined && code === 'wrong_kind' && !isHarmless
        ? valueHint(node.expression, at?.value, at?.path ?? '', this.context.locale)
        : undefined
    const hint = ofValue ?? outcome.hint
    this.note({
      code,
      path: at?.path ?? '',
      pointer: at?.pointer ?? [],
      message,
      ...(hint === undefined ? {} : { hint }),
      node,
      ...(isHarmless ? { isHarmless } : {}),
    })
  }
}

/**
 * Walks a template over data as a fill does, and tells all that is missing, of the wrong kind, or never read.
 * Sections that are conditions may be missing; loops may not.
 * @throws `payload_too_large` where a fill would turn or write too much.
 */
export function checkData<Place>(
  nodes: readonly TemplateNode<Place>[],
  data: JsonObject,
  format: FormatContext & Pick<FillRequest, 'rawXml'>,
  options: CheckOptions<Place> = {},
): DataReport<Place> {
  const check = new DataCheck(nodes, data, format, options)
  const visit = (node: TemplateNode<Place>, scope: Scope): void => {
    if (node.kind === 'literal') return
    if (node.kind !== 'section') {
      check.value(node, scope)
      return
    }
    const { scopes, showsOtherwise } = check.section(node, scope)
    for (const inner of scopes) for (const child of node.children) visit(child, inner)
    if (showsOtherwise) for (const child of node.otherwise) visit(child, scope)
  }
  for (const node of nodes) visit(node, check.root)
  return check.report()
}

/** A text that programs write for what is not so; as any text it counts as true. */
/** `{items | sum:"price"}` of `{items.price | sum}`. */
function hintForField(expression: Expression, list: string, segments: readonly string[]): string | undefined {
  if (expression.kind !== 'pipe' || expression.args.length > 0 || expression.input.kind !== 'path') return undefined
  const formatter = findFormatter(expression.formatter.name)
  if (formatter === undefined || !namesField(formatter) || expression.input.segments !== segments) return undefined
  return `Write {${list} | ${formatter.name}:"${segments.slice(list.split('.').length).join('.')}"}.`
}

const saysNo = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\s*(?:false|no|not|null|none|off|0|n\/a|nein|kein|keine|falsch|non|nee|nie|não|unchecked)\s*$/i.test(value)

const textThatSaysNo = (path = '') =>
  ({
    code: 'wrong_kind',
    message: 'A text that says no counts as true, as every text that is not empty does.',
    hint: path === '' ? 'Give true or false, not a text.' : `Give true or false as "${path}", not a text.`,
  }) as const

/** Of a section behind the last record of a merge: also what it shows otherwise is left out. */
const noTurns: SectionTurns = {
  outcome: { kind: 'found', value: '', at: undefined },
  scopes: [],
  showsOtherwise: false,
}
