import type { Finding } from '../profiles/finding.ts'
import type { Target } from '../labels/target.ts'
import { addresseeOptions } from './addressee-fields.ts'
import { alikeOptions, type Key } from './alike-keys.ts'
import { attributeOptions } from './attributes-of-people.ts'
import { houseOfSignatory } from './house-of-signatory.ts'
import { boundOptions } from './bounds.ts'
import { appointedOptions, type Appointment, declaringOptions, ledToOptions, subjectOptions } from './led-to.ts'
import { daysOfEvents } from './day-of-event.ts'
import { amountPerPeriod } from './amount-per-period.ts'
import { amountPerThing } from './amount-per-thing.ts'
import { heldOptions } from './held-by.ts'
import { netOrGross } from './net-or-gross.ts'
import { sideOfLetter } from './sides-of-letter.ts'
import { firmByNumber } from './firm-by-number.ts'
import { firstDays } from './first-days.ts'
import { namedInHead } from './named-in-head.ts'
import { endsByNotice } from './ends-by-notice.ts'
import { lastDays } from './last-days.ts'
import { numberedOptions } from './numbered-words.ts'
import type { Option } from './option.ts'
import { type Counted, countedOptions } from './counted-things.ts'
import { doneByOptions } from './done-by.ts'
import { onlyLawyer } from './owner.ts'
import { placeOfDay } from './place-of-day.ts'
import { roleOptions } from './role-words.ts'
import { partyOfSide } from './roles-of-parties.ts'
import { saidToBeOptions } from './said-to-be.ts'
import { sentenceOptions } from './sentence-words.ts'
import { isOfAbsentThing, type Stems } from './telling-words.ts'
import { signingOptions } from './signs-for.ts'
import { crossingOptions, type TableRow } from './table-crossings.ts'
import { timePerWeek } from './time-per-week.ts'
import { timesOfDay } from './time-of-day.ts'
import { titledRole } from './titled-role.ts'
import { titleAsked } from './title-asked.ts'
import { unitOptions } from './unit-numbers.ts'
import { writerOptions } from './writer.ts'

/** The text as the fall-backs look at it, made once for all fields. */
export interface Paper extends Finding {
  readonly keys: readonly Key[]
  readonly rows: readonly TableRow[]
  readonly stems: Stems
  readonly counted: readonly Counted[]
  readonly appointments: readonly Appointment[]
}

/** A field that was asked for. `isOwned`: its name says whose value it is. */
export interface Asked {
  readonly target: Target
  readonly description: string | undefined
  readonly isOwned: boolean
}

type FallBack = (paper: Paper, asked: Asked) => readonly Option[]

/**
 * How a field is looked for that no label of its own says, surest first. All of a step are tried; the next step only where
 * none before was sure enough.
 */
export const fallBacks: readonly (readonly FallBack[])[] = [
  [({ index, values, keys }, { target, description }) => alikeOptions(index, values, keys, target, description)],
  [
    ({ index, values }, { target }) => boundOptions(index, values, target),
    ({ appointments }, { target }) => appointedOptions(appointments, target),
    ({ index }, { target }) => ledToOptions(index, target),
    ({ index }, { target }) => subjectOptions(index, target),
    (paper, { target }) => daysOfEvents(paper, target),
    ({ index }, { target, isOwned }) => (isOwned ? [] : attributeOptions(index, target)),
    (paper, { target }) => houseOfSignatory(paper, target),
    (paper, { target }) => declaringOptions(paper, target),
    ({ index, values, rows }, { target, description }) => crossingOptions(index, values, rows, target, description),
    ({ index, values, stems }, { target }) => numberedOptions(index, values, stems, target),
    ({ index, values }, { target }) => unitOptions(index, values, target),
    ({ index, stems, counted }, { target }) => countedOptions(index, stems, counted, target),
    ({ index, values, stems }, { target }) => doneByOptions(index, values, stems, target),
    ({ index, values, stems }, { target }) => signingOptions(index, values, stems, target),
    ({ index, values, stems }, { target }) => roleOptions(index, values, stems, target),
    ({ index, values, stems }, { target }) => partyOfSide(index, values, stems, target),
    ({ index }, { target }) => namedInHead(index, target),
    (paper, { target, description }) => titleAsked(paper, target, description),
    ({ index, values }, { target, isOwned }) => (isOwned ? [] : onlyLawyer(index, values, target)),
    ({ index, stems }, { target }) => saidToBeOptions(index, stems, target),
    ({ index, values }, { target, description }) => placeOfDay(index, values, target, description),
    ({ index, stems }, { target }) => timesOfDay(index, stems, target),
    ({ index }, { target }) => timePerWeek(index, target),
    ({ index }, { target }) => titledRole(index, target),
    ({ index, stems }, { target }) => heldOptions(index, stems, target),
    ({ index, values }, { target }) => netOrGross(index, values, target),
    ({ index, values }, { target }) => amountPerPeriod(index, values, target),
    ({ index, values }, { target }) => amountPerThing(index, values, target),
    ({ index, values }, { target }) => firmByNumber(index, values, target),
  ],
  [
    ({ index, values, stems }, { target, description }) => sentenceOptions(index, values, stems, target, description),
    (paper, { target, description }) => (isOfAbsentThing(paper, target) ? [] : firstDays(paper, target, description)),
    (paper, { target }) => (isOfAbsentThing(paper, target) ? [] : lastDays(paper, target)),
    (paper, { target }) => endsByNotice(paper, target),
  ],
  [
    (paper, { target }) => sideOfLetter(paper, paper.stems, target),
    (paper, { target, description }) => addresseeOptions(paper, target, description),
    (paper, { target, description }) => writerOptions(paper, target, description),
  ],
]
