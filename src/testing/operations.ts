import type { InterfaceOperations } from '../../generated/operations.ts'

export type { InterfaceOperations }

/** An interface that can be mocked: `orders`. */
export type InterfaceName = keyof InterfaceOperations

/** An `operationId` of one of these interfaces: `updateOrder`. */
export type OperationName<Name extends InterfaceName = InterfaceName> = {
  [Each in Name]: keyof InterfaceOperations[Each] & string
}[Name]
