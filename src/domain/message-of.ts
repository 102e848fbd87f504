/** Returns an error's message, or the text of any other thrown value. */
export function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
