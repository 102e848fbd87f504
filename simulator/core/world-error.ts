/** Thrown if the world cannot be opened because of an invalid option, data directory or history. */
export class WorldError extends Error {
	override readonly name = 'WorldError';
}
