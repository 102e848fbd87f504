/** `carrywire login-link`: asks the running service, or writes the store when none runs. */
import { createLoginLinks } from '../auth/login/login-link.ts';
import { createOperatorLinks, type IssuedLink } from '../auth/operator-links.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { askService } from './control-client.ts';
import type { Output } from './output.ts';
import type { OpenTokenStore } from './token.ts';

type LinkParts = {
	readonly openTokenStore: OpenTokenStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	readonly output: Output;
};

/**
 * Prints the link alone on standard output.
 * @throws Error with a sentence when no link could be made.
 */
export async function runLoginLinkCommand(
	command: {
		readonly dataDir: string;
		readonly userName: string;
		/** Scheme and authority of the service by the settings, for a service that does not run yet. */
		readonly origin: string;
	},
	parts: LinkParts,
): Promise<void> {
	const { dataDir, userName } = command;
	const { output } = parts;
	const answer = await askService(dataDir, { op: 'link', userName });
	if (answer?.ok === false) throw new Error(answer.error.message);
	const issued = answer === undefined ? await issueHere(command, parts) : (answer.result as IssuedLink);
	output.remark(
		`Logs one browser in as ${issued.userName}, once, until ${new Date(issued.expiresAt).toISOString()}. It takes the place of an earlier link. Give it to nobody.`,
	);
	if (answer === undefined)
		output.remark('No service runs on this data directory: start it before you open the link.');
	output.print(issued.url);
}

async function issueHere(
	{ dataDir, userName, origin }: Parameters<typeof runLoginLinkCommand>[0],
	parts: LinkParts,
): Promise<IssuedLink> {
	const { store, links, audit, close } = await parts.openTokenStore(dataDir);
	try {
		return await createOperatorLinks({
			...parts,
			users: store,
			links: createLoginLinks({ ...parts, store: links }),
			audit,
			origin: () => origin,
		}).issue(userName);
	} finally {
		await close();
	}
}
