/** Stops with an explanation when the running Node is older than this repository supports. */

/** The oldest major version of Node that the repository supports. */
const NODE_MAJOR_MIN = 24;

/** @throws Error when the running Node is older than the repository supports */
export function requireNode(version: string = process.versions.node): void {
	if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return;
	throw new Error(
		`Node is too old: was ${version}, at least ${NODE_MAJOR_MIN} is needed. ` +
			'`npm ci` brings one along, and `npm run …` and `npm test` use it; plain `node` uses the machine’s own.',
	);
}
