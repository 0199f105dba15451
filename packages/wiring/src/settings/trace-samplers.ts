/** As `OTEL_TRACES_SAMPLER` names them; beside the library that has them, which is loaded where it is wanted. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
