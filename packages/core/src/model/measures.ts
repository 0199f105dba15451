/** One figure that the service tells of itself: its kind, its UCUM unit, what it says, and by what it is told apart. */
interface Measure {
  readonly kind: 'counter' | 'histogram' | 'gauge'
  readonly unit: string
  readonly about: string
  readonly by: readonly AttributeName[]
}

/**
 * All that spans and measures may say, by name: names of operations, ports, methods and jobs, ids of providers, codes, counts
 * and times. Keys, paths, texts and personal data have no name here.
 */
export const attributeNames = [
  'operation',
  'outcome',
  'status',
  'port',
  'provider',
  'method',
  'job',
  'reason',
  'state',
  'bytes',
  'tries',
  'waitMs',
  'cpuMs',
] as const
export type AttributeName = (typeof attributeNames)[number]

/** Every figure. Names are those of OpenTelemetry where it has one. */
export const measures = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    about: 'From the first byte of a request to its answer, pages and refusals too.',
    by: ['operation', 'status'],
  },
  'chancery.calls': {
    kind: 'counter',
    unit: '{call}',
    about: 'Requests by what they came to: ok, or the code of the problem.',
    by: ['operation', 'outcome'],
  },
  'chancery.operation.duration': {
    kind: 'histogram',
    unit: 's',
    about: 'The work of an operation, once its call was taken on.',
    by: ['operation', 'outcome'],
  },
  'chancery.provider.duration': {
    kind: 'histogram',
    unit: 's',
    about: 'One call of an adapter: of a store, a transport, a reader, a converter, the database.',
    by: ['port', 'provider', 'method', 'outcome'],
  },
  'chancery.job.duration': {
    kind: 'histogram',
    unit: 's',
    about: 'One job of a child process, with its wait for a child.',
    by: ['job', 'outcome'],
  },
  'chancery.job.wait': { kind: 'histogram', unit: 's', about: 'How long a job waited for a child.', by: ['job'] },
  'chancery.children.started': { kind: 'counter', unit: '{process}', about: 'Children that came to serve.', by: [] },
  'chancery.children.ended': {
    kind: 'counter',
    unit: '{process}',
    about:
      'Children that ended, by the reason: `closed` is usual, `cancelled` a caller that left, all others are kills.',
    by: ['reason'],
  },
  'chancery.children': {
    kind: 'gauge',
    unit: '{process}',
    about: 'Children that are there.',
    by: ['state'],
  },
  'chancery.children.background': {
    kind: 'gauge',
    unit: '{process}',
    about: 'Children for calls in the background.',
    by: ['state'],
  },
  'chancery.operations': {
    kind: 'gauge',
    unit: '{operation}',
    about: 'Operations in the background that wait, and that are being done.',
    by: ['state'],
  },
  'chancery.slots': { kind: 'gauge', unit: '{slot}', about: 'Slots for calls: used, and all.', by: ['state'] },
  'chancery.queue': {
    kind: 'gauge',
    unit: '{call}',
    about: 'Calls that wait for a slot, and how many may.',
    by: ['state'],
  },
  'chancery.calls.active': { kind: 'gauge', unit: '{call}', about: 'Calls that arrive, wait or run.', by: [] },
  'chancery.memory': {
    kind: 'gauge',
    unit: 'By',
    about: 'Memory reserved for calls, and what there is for them.',
    by: ['state'],
  },
  'chancery.emails.in_doubt': {
    kind: 'gauge',
    unit: '{message}',
    about: 'E-mails that were handed over and of which no outcome is known; those under way just now too.',
    by: [],
  },
  'chancery.audit.entries': {
    kind: 'counter',
    unit: '{entry}',
    about: 'Entries of the audit log, by whether they could be kept.',
    by: ['outcome'],
  },
} as const satisfies Readonly<Record<string, Measure>>

export type MeasureName = keyof typeof measures
type NamesOf<Kind extends Measure['kind']> = {
  [Name in MeasureName]: (typeof measures)[Name]['kind'] extends Kind ? Name : never
}[MeasureName]

export type CounterName = NamesOf<'counter'>
export type HistogramName = NamesOf<'histogram'>
export type GaugeName = NamesOf<'gauge'>
