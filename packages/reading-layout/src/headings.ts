import { isCapitals, type StyledRun, styledRuns } from './heading-styles.ts'
import { itemMarker } from './item-markers.ts'
import { type ColumnMeasure, endsSentence, hasEnded } from './list-items.ts'
import { sectionNumber } from './section-number.ts'
import type { TextLine } from './text-lines.ts'
import { titleKey } from './title-key.ts'
import { isTitleShaped, levelOf, maxHeadingLength, type Typography } from './typography.ts'

/** Longer titles are seen only by size, or in the outline. */
const maxPlainLength = 100

/** "1.1 Termination." above its text. */
const maxRunInLength = 60

/** Shares of the runs of one style that look like titles: below, it is a style of text. */
const leastTitles = 0.5
const leastQuietTitles = 0.75

/**
 * The lines of a column that are headings, with their levels: by the document's outline, by larger type, by bold type, and
 * by what else sets a short line apart where the document does so again and again (capitals, italics, lines under it,
 * colour, typeface), or by a number and the space around it.
 */
export function headingLines(
  lines: readonly TextLine[],
  typography: Typography,
  measure: ColumnMeasure,
): ReadonlyMap<TextLine, number> {
  const levels = new Map<TextLine, number>()
  const runs = styledRuns(lines)
  for (const [at, run] of runs.entries()) {
    const above = runs[at - 1]?.lines[0]
    const isBelowTitle = above !== undefined && levels.has(above)
    const level = levelOfRun(runs, at, typography, measure, isBelowTitle) ?? levelInContents(run, typography)
    if (level !== undefined) for (const line of run.lines) levels.set(line, level)
    else {
      for (const line of run.lines) {
        const inOutline = outlineLevel(line, typography)
        if (inOutline !== undefined) levels.set(line, inOutline)
      }
    }
  }
  return levels
}

/** A title of the document's own table of contents, if it is not in smaller type than the text. */
function outlineLevel({ text, size, bold }: TextLine, { outlineLevels, bodySize }: Typography): number | undefined {
  if (outlineLevels.size === 0 || text.length > maxHeadingLength || (!bold && size < bodySize)) return undefined
  const level = outlineLevels.get(titleKey(text))
  return level === undefined ? undefined : Math.min(level, 6)
}

/** A title that the printed table of contents names, if it is not in the type of notes. */
function levelInContents(run: StyledRun, typography: Typography): number | undefined {
  const [line] = run.lines
  const { bodySize, contents, headingSizes } = typography
  const isSmall = line === undefined || line.size < 0.9 * bodySize - 0.25
  if (line === undefined || line.parts > 1 || !isTitleShaped(run) || (isSmall && !line.bold)) return undefined
  const text = run.lines.map((each) => each.text).join(' ')
  if (!contents.has(text) || (run.above === Infinity && contents.isRunning(text))) return undefined
  return levelOf(line.size, typography) ?? Math.min(headingSizes.length + (isSmall || !line.bold ? 2 : 1), 6)
}

function levelOfRun(
  runs: readonly StyledRun[],
  at: number,
  typography: Typography,
  measure: ColumnMeasure,
  isBelowTitle: boolean,
): number | undefined {
  const [run, before, after] = [runs[at], runs[at - 1], runs[at + 1]]
  const line = run?.lines[0]
  if (run === undefined || line === undefined) return undefined
  const text = run.lines.map((each) => each.text).join(' ')
  const whole = outlineLevel({ ...line, text }, typography)
  if (whole !== undefined) return whole
  const marker = itemMarker(text)
  if (marker?.kind === 'bullet' || !isTitleShaped(run) || webAddress.test(text)) return undefined
  if (isQuotation.test(text)) return undefined
  const isFull = isFullAbove(run, after, measure)
  if (isFull && (beginsSmall(after) || (run.lines.length === 1 && beginsBold(line)))) return undefined
  const bySize = levelOf(line.size, typography)
  const { bodySize, titleShare } = typography
  const share = titleShare(run.style)
  if (bySize !== undefined) return share < leastTitles ? undefined : bySize
  const deepest = typography.headingSizes.length
  const number = sectionNumber(text)
  const level = (step: number): number => Math.min(Math.max(deepest + step, number?.depth ?? 0), 6)
  const isBold = line.bold && !typography.isBold
  const isOfTitles = share === 1 && typography.timesUsed(run.style) > 2 && line.ink !== typography.bodyInk
  if ((text.length > maxPlainLength && !isOfTitles) || /[;,]$|^\(.*\)$/u.test(text)) return undefined
  if (text.endsWith('.') && !(isBold && number !== undefined && text.length <= maxRunInLength)) return undefined
  if (endsWithAmount.test(text)) return undefined
  if (isLabel(text) && !(isBold && (line.size >= bodySize + slightlyLarger || namesPart(run, after, typography))))
    return undefined
  const isCounted = isBold && isCapitals(text)
  if (marker !== undefined && ((number === undefined && !isCounted) || marker.kind === 'dash')) return undefined
  if (isInText(run, before, measure)) return undefined
  const isCode = line.fixedPitch && !typography.isFixedPitch
  const isSmall = line.size < (isCode ? smallestCode : 0.9) * bodySize - 0.25
  if (isSmall && !(isBold && isSmallTitle(run, after, typography))) return undefined
  if (isBold) return share < leastTitles ? undefined : level(isSmall ? 2 : 1)
  const isSetApart =
    (run.above > 0.3 || (isBelowTitle && before?.style !== run.style)) &&
    after !== undefined &&
    (after.style !== run.style ||
      sectionNumber(after.lines[0]?.text ?? '') !== undefined ||
      isOverTitle(runs, at, typography))
  const isOfOtherFace = isOtherFace(line, typography) && typography.timesUsed(run.style) > 2
  // Typefaces of one size are not equally large.
  const isLargeEnough = line.size >= bodySize - 0.25 || (isOfOtherFace && !isSmall)
  const isQuiet = isSetApart && share >= leastQuietTitles && isLargeEnough
  if (isCapitals(text)) return isQuiet && !typography.isCapitals ? level(1) : undefined
  const isOfOtherInk = line.ink !== typography.bodyInk
  const isMarked = isOfOtherInk || line.underlined === true
  const isName = isCode ? isMarked || line.italic : isMarked && share === 1 && typography.timesUsed(run.style) > 2
  if (!/^\P{L}*[\p{Lu}\p{Lo}]/u.test(text) && !isName) return undefined
  // Code that nothing else sets apart is code.
  if (isCode && !isName) return undefined
  // Three lines are an address.
  if (isQuiet && run.lines.length < 3 && line.size >= bodySize + slightlyLarger) return level(1)
  const isOften = typography.timesUsed(run.style) > 1
  const isOther = isOfOtherInk || isOfOtherFace || (isOften && (line.italic || line.underlined === true))
  if (isOther && isQuiet && !isFull && !typography.isText(run.style) && leadsToText(runs, at, typography))
    return level(2)
  if (run.lines.length > 1 || run.above < 0.3 || run.above < run.below - 0.05) return undefined
  if (number !== undefined && run.below > 0.2 && isParted(before, after)) {
    // A number of one part may be that of a list.
    const isSection = number.depth > 1 || marker === undefined
    if (isSection || typography.itemCounts.goOn(line, marker.counts)) return level(1)
  }
  return marker === undefined && standsBetween(run, before, after, typography) ? level(2) : undefined
}

/** It fills its line without an end, and the next line, as near as others are, is of the same size. */
function isFullAbove({ lines }: StyledRun, after: StyledRun | undefined, measure: ColumnMeasure): boolean {
  const [line, next] = [lines.at(-1), after?.lines[0]]
  if (line === undefined || next === undefined || line.text.length < shortestFull) return false
  return !hasEnded({ ...line, bold: next.bold }, next, false, measure)
}

/** In letters, of a line that is full. */
const shortestFull = 25

const beginsSmall = (run: StyledRun | undefined): boolean => /^[^\p{L}\p{N}]*\p{Ll}/u.test(run?.lines[0]?.text ?? '')

/** Often the title of the paragraph that goes on below. */
const beginsBold = ({ bold, text, looks: [look] }: TextLine): boolean =>
  !bold && look?.bold === true && look.start === 0 && look.end < 0.9 * text.length

/** A sentence pulled out of the text to be seen. */
const isQuotation = /^["“„«»][^"”“»«]*[.!?…]["”“»«]$/u
/** "Total £202.20": a sum in bold type. */
const endsWithAmount = /\p{Sc}\s?\d[\d.,]*$|\d[.,]\d\d\s?(?:\p{Sc}|[A-Z]{3})$/u
const webAddress = /^(?:https?:\/\/|www\.)\S+$/iu

/** "Name: Anna", "Remarks:". */
const isLabel = (text: string): boolean => /[:：](?:\s|$)/u.test(text)

/** "Step 2: Check the data" again and again, each over its text, and no "Name: Anna". */
function namesPart(run: StyledRun, after: StyledRun | undefined, typography: Typography): boolean {
  const text = run.lines.map((line) => line.text).join(' ')
  return (
    /[:：]\s+\p{L}/u.test(text) &&
    run.above > 0.3 &&
    typography.timesUsed(run.style) > 2 &&
    typography.titleShare(run.style) >= leastQuietTitles &&
    isBody(after, typography) &&
    (after?.lines.length ?? 0) > 1
  )
}

/** Bold type a little smaller than the text, again and again right above it: type for two scripts is often so. */
function isSmallTitle(run: StyledRun, after: StyledRun | undefined, typography: Typography): boolean {
  return (
    (run.lines[0]?.size ?? 0) >= 0.8 * typography.bodySize - 0.25 &&
    run.above > 0.3 &&
    run.above > run.below &&
    typography.titleShare(run.style) === 1 &&
    typography.timesUsed(run.style) > 2 &&
    isBody(after, typography) &&
    (after?.lines.length ?? 0) > 1
  )
}

/** Text follows, at once or after titles of the next levels. */
function leadsToText(runs: readonly StyledRun[], at: number, typography: Typography): boolean {
  for (const run of runs.slice(at + 1, at + 4)) {
    const size = run.lines[0]?.size ?? 0
    if (isBody(run, typography) || (run.lines.length > 2 && Math.abs(size - typography.bodySize) < 1.5)) return true
    if (typography.titleShare(run.style) < leastQuietTitles) return false
  }
  return false
}

const isOtherFace = ({ family }: TextLine, { bodyFamily }: Typography): boolean =>
  family !== '' && bodyFamily !== '' && family !== bodyFamily

/** The title of a document in the same type as that of its first section, which text follows. */
function isOverTitle(runs: readonly StyledRun[], at: number, typography: Typography): boolean {
  const [before, run, title, text] = [runs[at - 1], runs[at], runs[at + 1], runs[at + 2]]
  return (
    run !== undefined &&
    run.below > 0.5 &&
    before?.style !== run.style &&
    title?.style === run.style &&
    isBody(text, typography)
  )
}

/** In sizes of the text: names of code are set in smaller type than words. */
const smallestCode = 0.85

/** In points: type that is larger by so much is no other type by chance. */
const slightlyLarger = 0.75

/** A few words in plain type with space around them, between paragraphs: what ends above has ended, what follows is text. */
function standsBetween(
  run: StyledRun,
  before: StyledRun | undefined,
  after: StyledRun | undefined,
  typography: Typography,
): boolean {
  const [text, above] = [run.lines[0]?.text ?? '', before?.lines.at(-1)?.text ?? '']
  const isShort = text.length <= 60 && !/[!»”"')\]\d]$/u.test(text)
  return (
    isShort &&
    run.above > 0.6 &&
    run.above > run.below &&
    run.below > 0.2 &&
    endsSentence(above) &&
    isBody(before, typography) &&
    isBody(after, typography) &&
    // Plain words right above code announce it.
    after?.lines[0]?.fixedPitch === run.lines[0]?.fixedPitch &&
    (after?.lines.length ?? 0) > 1
  )
}

const isBody = (run: StyledRun | undefined, typography: Typography): boolean =>
  run !== undefined && typography.isText(run.style)

/** What stands above and below are no numbered lines like it: these would be items of a list. */
function isParted(before: StyledRun | undefined, after: StyledRun | undefined): boolean {
  const [last, next] = [before?.lines.at(-1), after?.lines[0]]
  const isNumbered = (line: TextLine | undefined): boolean =>
    line !== undefined && itemMarker(line.text)?.kind === 'number'
  return next !== undefined && !isNumbered(next) && !(isNumbered(last) && before?.lines.length === 1)
}

/** The line above goes on with it: words of a paragraph that happen to fill a line. */
function isInText(run: StyledRun, before: StyledRun | undefined, measure: ColumnMeasure): boolean {
  const [line, above] = [run.lines[0], before?.lines.at(-1)]
  if (line === undefined || above === undefined || run.above > 0.6) return false
  if (Math.abs(above.size - line.size) > 0.6 || above.text.length < 30) return false
  return !hasEnded({ ...above, bold: line.bold }, line, false, measure)
}
