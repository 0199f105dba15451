import { compose, type Composition, ConfigurationError, readConfiguration } from '@chancery/wiring'

/**
 * Has a command work on what the service of an environment keeps, and closes it again.
 * @param data the folder, where the command names one: else that of CHANCERY_DATA
 * @throws ConfigurationError for settings that are none, and where the state is in the memory of the service
 */
export async function withKeptState(
  environment: Readonly<NodeJS.ProcessEnv>,
  data: string | undefined,
  work: (composition: Composition) => Promise<void>,
): Promise<void> {
  const configuration = readConfiguration({ ...environment, ...(data === undefined ? {} : { CHANCERY_DATA: data }) })
  if (configuration.CHANCERY_STATE === 'memory')
    throw new ConfigurationError(['CHANCERY_STATE: what is in the memory of a service no command sees.'])
  const composition = compose(configuration)
  try {
    await work(composition)
  } finally {
    await composition.close()
  }
}
