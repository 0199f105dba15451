import type { RunningSpan, SpanOptions, Telemetry, TelemetryAttributes } from '../ports/telemetry.ts'
import type { HistogramName } from '../model/measures.ts'
import { outcomeOf } from './outcome-of.ts'

/** What is measured, and as what. */
export interface Measured {
  /** Of the span. */
  readonly name: string
  readonly kind?: SpanOptions['kind']
  /** Of the histogram, which has the outcome besides. */
  readonly attributes: TelemetryAttributes
  /** Of the span, beyond what its name says; each costs a call some microseconds. */
  readonly spanAttributes?: TelemetryAttributes
  readonly histogram: HistogramName
  /** Told what came of it, and how long it took, in ms. */
  readonly done?: (outcome: string, ms: number) => void
}

/** Runs the work within a span, and records how long it took and what came of it. @param now in ms, from wherever it counts */
export async function measured<T>(
  telemetry: Telemetry,
  { name, kind, attributes, spanAttributes, histogram, done }: Measured,
  now: () => number,
  run: (span: RunningSpan) => Promise<T>,
): Promise<T> {
  if (telemetry.isOff === true && done === undefined) return telemetry.span(name, {}, run)
  const started = now()
  const end = (outcome: string): void => {
    const ms = now() - started
    telemetry.record(histogram, ms / 1000, { ...attributes, outcome })
    done?.(outcome, ms)
  }
  try {
    const result = await telemetry.span(
      name,
      { ...(spanAttributes && { attributes: spanAttributes }), ...(kind && { kind }) },
      run,
    )
    end('ok')
    return result
  } catch (error) {
    end(outcomeOf(error))
    throw error
  }
}
