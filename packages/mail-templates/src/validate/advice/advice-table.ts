/** severity, message, fix; a rule may say the message more exactly. */
export type Advice = readonly [severity: 'error' | 'warning' | 'info', message: string, hint: string]
export type AdviceTable = Readonly<Record<string, Advice>>
