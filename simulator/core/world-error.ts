/** The world cannot be opened: a bad option, data directory or history. */
export class WorldError extends Error {
	override readonly name = 'WorldError';
}
