export type PinHasher = {
  hash(pin: string): Promise<string>
  matches(encoded: string, pin: string): Promise<boolean>
}
