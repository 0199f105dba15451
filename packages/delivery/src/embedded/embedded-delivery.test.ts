import { callDeliveryContract } from '@chancery/port-contracts/call-delivery'
import { createEmbeddedDelivery } from './embedded-delivery.ts'

callDeliveryContract('In this process', async () => ({ delivery: createEmbeddedDelivery({ lookMs: 100 }) }), {
  keeps: false,
  looks: true,
  breaks: false,
})
