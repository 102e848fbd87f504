/** Runs `carrywire login-link`. Calls the running service, or writes to the store if none is running. */
import type { Config } from '../../src/config/config.ts';
import { createLoginLinks } from '../../src/identity/login-link.ts';
import { createOperatorLinks, type IssuedLink } from '../../src/identity/operator-links.ts';
import { askService } from '../../src/operations/control-client.ts';
import { textOf } from '../given.ts';
import { type OperatorParts, operatorCommand } from '../operator-command.ts';
import { DEFAULT_USER } from '../shared-flags.ts';
import { OPERATOR_TEXT } from '../text.ts';

/**
 * Prints a link that logs one browser in and expires after ten minutes. Only the link is written to standard output.
 */
export const loginLink = operatorCommand({
	read: ({ values }) => ({ userName: textOf(values.user) ?? DEFAULT_USER }),
	async run({ userName }, parts) {
		const { output } = parts;
		const dataDir = await parts.dataDirectory();
		const answer = await askService(dataDir, { op: 'link', userName });
		if (answer?.ok === false) throw new Error(answer.error.message);
		const issued =
			answer === undefined ? await issueHere(userName, dataDir, parts) : (answer.result as IssuedLink);
		output.remark(OPERATOR_TEXT.link(issued.userName, issued.expiresAt));
		if (answer === undefined) output.remark(OPERATOR_TEXT.linkWithoutService);
		output.print(issued.url);
	},
});

async function issueHere(userName: string, dataDir: string, parts: OperatorParts): Promise<IssuedLink> {
	const { store, links, audit, close } = await parts.openTokenStore(dataDir);
	try {
		return await createOperatorLinks({
			...parts,
			users: store,
			links: createLoginLinks({ ...parts, store: links }),
			audit,
			origin: () => originOf(parts.config),
		}).issue(userName);
	} finally {
		await close();
	}
}

/** Returns the service's address according to the settings. */
function originOf({ server: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
