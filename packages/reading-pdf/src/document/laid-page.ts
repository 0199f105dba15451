import type { DocumentPage, Finding, ImageReference } from '@chancery/core'
import type { AttachedFile } from '@chancery/reading/reader'
import type { PageComment, PageLink } from '../page/page-annotations.ts'
import { enclosing, type PageGeometry, type Rectangle } from '@chancery/reading-layout/page-geometry'
import { lineNumbers } from '@chancery/reading-layout/line-numbers'
import { pageLayout, type Region, runningRegions } from '@chancery/reading-layout/page-layout'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { ReadPage } from '../page/read-page.ts'
import { isPageNumber, type RunningLines, type RunningPlace, textOf } from '@chancery/reading-layout/running-lines'
import { taggedLayout } from '../tags/tagged-layout.ts'
import { textFrame } from '@chancery/reading-layout/text-frame'
import { textLines } from '@chancery/reading-layout/text-lines'
import { type TextSegment, textSegments } from '@chancery/reading-layout/text-segments'

/** A page whose text is in lines, in reading order. */
export interface LaidPage {
  readonly about: Omit<DocumentPage, 'span'>
  readonly images: readonly ImageReference[]
  readonly warnings: readonly Finding[]
  readonly regions: readonly Region[]
  readonly geometry: PageGeometry
  readonly links: readonly PageLink[]
  readonly comments: readonly PageComment[]
  readonly files: readonly AttachedFile[]
}

/** Turned text beside the main one is text if there is so much of it; less is a stamp or a label. */
const manyWords = 25

/**
 * Lays out pages that follow each other: what comes again on them is told first, and taken out of the flow.
 * @param lines what pages before them had
 */
export function layPages(pages: readonly ReadPage[], lines: RunningLines): LaidPage[] {
  const segmented = pages.map((page) => {
    // The direction that most of the text has comes first.
    const frames = page.frames
      .map(({ frame, words }) => ({ frame, count: words.length, segments: textSegments(words) }))
      .sort((a, b) => b.count - a.count)
    return { page, frames }
  })
  const running = lines.on(
    segmented.flatMap(({ page, frames: [main] }) =>
      main === undefined ? [] : [{ number: page.about.number, height: main.frame.height, segments: main.segments }],
    ),
  )
  return segmented.map(({ page, frames }) => {
    const { about, images, warnings, rules, keepWords, slanted, geometry } = page
    const { number } = about
    const regions: Region[] = []
    for (const [index, { frame, segments, count }] of frames.entries()) {
      if (index > 0 && count < manyWords) {
        for (const item of runningRegions(number, frame, segments, 'stamp', keepWords)) regions.push(item)
        continue
      }
      const numbers = index > 0 ? new Set<TextSegment>() : lineNumbers(segments, frame.height)
      const isAside = (segment: TextSegment): boolean => running.has(segment) || numbers.has(segment)
      const edges: Record<RunningPlace, TextSegment[]> = { header: [], footer: [] }
      const flow: TextSegment[] = []
      const wordsOf = (): readonly PdfWord[] =>
        segments.filter((segment) => !isAside(segment)).flatMap((segment) => segment.words)
      const ownRules = frame.turn === 0 ? rules : rules?.map((rule) => frame.enter(rule))
      const layOut = (words: readonly PdfWord[]): readonly Region[] =>
        pageLayout(number, frame, textSegments(words), rulesAround(words, ownRules), keepWords)
      const tagged =
        page.tags === undefined || index > 0
          ? undefined
          : taggedLayout(page.tags, wordsOf(), number, frame, keepWords, layOut)
      const rest =
        tagged === undefined
          ? segments.filter((segment) => !numbers.has(segment))
          : [...segments.filter((segment) => running.has(segment)), ...textSegments(tagged.untagged)]
      for (const segment of rest) {
        const place = running.get(segment) ?? edgeOf(segment, frame.height)
        if (place === undefined) flow.push(segment)
        else edges[place].push(segment)
      }
      for (const item of runningRegions(number, frame, edges.header, 'header', keepWords)) regions.push(item)
      for (const item of tagged?.regions ?? []) regions.push(item)
      for (const item of pageLayout(number, frame, flow, ownRules, keepWords)) regions.push(item)
      if (numbers.size > 0) {
        const part = { page: number, frame, lines: textLines([...numbers], keepWords) }
        regions.push({ kind: 'running', place: 'stamp', part })
      }
      for (const item of runningRegions(number, frame, edges.footer, 'footer', keepWords)) regions.push(item)
    }
    const upright = textFrame(geometry, 0)
    for (const item of runningRegions(number, upright, textSegments(slanted), 'stamp', keepWords)) regions.push(item)
    return { about, images, warnings, regions, geometry, links: page.links, comments: page.comments, files: page.files }
  })
}

/** What is drawn where the words stand, and not around the text above and below them. */
function rulesAround(
  words: readonly PdfWord[],
  rules: readonly Rectangle[] | undefined,
): readonly Rectangle[] | undefined {
  const { left, top, right, bottom } = enclosing(words)
  const room = 2 * (words[0]?.size ?? 0)
  return rules?.filter(
    (rule) =>
      rule.right > left - room && rule.left < right + room && rule.bottom > top - room && rule.top < bottom + room,
  )
}

/** A page number that says so, and what is marked as no part of the text. */
function edgeOf(segment: TextSegment, height: number): RunningPlace | undefined {
  const isAtFoot = segment.top > 0.5 * height
  if (segment.words[0]?.artifact === true) return isAtFoot ? 'footer' : 'header'
  const isNearEdge = segment.bottom < 0.08 * height || segment.top > 0.92 * height
  return isNearEdge && isPageNumber(textOf(segment)) ? (isAtFoot ? 'footer' : 'header') : undefined
}
