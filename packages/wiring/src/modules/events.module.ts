import type { ClientDirectory, EventOutbox, EventRecording, EventSource, EventTeller } from '@chancery/core'
import { ContainerModule } from 'inversify'
import { configuredRecording, configuredWebhooks } from '../configured/configured-webhooks.ts'
import { tokens } from '../tokens.ts'

/** Who is told of what was done, and what is written down for them. */
export const eventsModule = new ContainerModule(({ bind }) => {
  bind(tokens.webhooks).toResolvedValue(configuredWebhooks, [tokens.configuration, tokens.clock])
  bind(tokens.recording).toResolvedValue(configuredRecording, [
    tokens.configuration,
    tokens.webhooks,
    tokens.ids,
    tokens.clock,
    tokens.keySecret,
  ])
  bind(tokens.eventTeller).toResolvedValue(tellerOf, [tokens.events, tokens.recording])
  bind(tokens.eventSource).toResolvedValue(sourceOf, [tokens.clientDirectory])
})

const tellerOf = (events: EventOutbox, recording: EventRecording | undefined): EventTeller => ({
  async templateGenerated(space, kind) {
    if (recording !== undefined) await events.add(recording.templateGenerated(space, kind))
  },
})

/** A directory in a file of its own writes down there what is told of imports. */
const sourceOf = (directory: ClientDirectory & { readonly events?: EventSource }): EventSource | undefined =>
  directory.events
