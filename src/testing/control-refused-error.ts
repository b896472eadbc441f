/** The control plane refused a call, for example because the mock does not have the named interface or record kind. */
export class ControlRefusedError extends Error {
  override readonly name = 'ControlRefusedError'
  readonly status: number

  constructor(status: number, detail: string) {
    super(`The mock's control plane answered ${status}: ${detail}`)
    this.status = status
  }
}
