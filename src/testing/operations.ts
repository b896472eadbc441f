import type { InterfaceOperations } from '../../generated/operations.ts'

export type { InterfaceOperations }

/** A bundled interface that can be mocked: `orders`. Any other text names an interface of the workspace. */
export type InterfaceName = keyof InterfaceOperations

/** An `operationId` of one of these interfaces: `updateOrder`. Any text for an interface whose operations are not known here. */
export type OperationName<Name extends string = InterfaceName> = {
  [Each in Name]: Each extends InterfaceName ? keyof InterfaceOperations[Each] & string : string
}[Name]
