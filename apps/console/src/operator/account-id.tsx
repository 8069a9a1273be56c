/** What an account is called where it has neither a name nor a number. */
export const AccountId = ({ id }: { id: string }) => (
  <code translate="no" className="font-mono text-note wrap-anywhere">
    {id}
  </code>
)
