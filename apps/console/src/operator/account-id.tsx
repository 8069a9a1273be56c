/** Shows the id of an account, which has neither a name nor a number here. */
export const AccountId = ({ id }: { id: string }) => (
  <code translate="no" className="font-mono text-note wrap-anywhere">
    {id}
  </code>
)
