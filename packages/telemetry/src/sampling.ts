import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** As `OTEL_TRACES_SAMPLER` names them. */
type Sampled = 'always_on' | 'always_off' | 'traceidratio'

export interface Sampling {
  readonly sampler: Sampled | `parentbased_${Sampled}`
  /** 0 to 1, for those by ratio; 1 where absent. */
  readonly ratio?: number
}

/** Which traces are kept; `parentbased_…` does as the caller does, and else as it says. */
export function samplerOf({ sampler, ratio = 1 }: Sampling = { sampler: 'parentbased_always_on' }): Sampler {
  const name = sampler.replace('parentbased_', '')
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return name === sampler ? root : new ParentBasedSampler({ root })
}
