/** Login links, which only the operator makes: for a user of this service who has no wallet at hand. */
import { passkeyOrigin } from '../domain/secure-url.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { TokenStore } from '../ports/token-store.ts';
import { LINK_PATH, type LoginLinks } from './login-link.ts';
import { checkName } from './names.ts';
import { createOperatorNote } from './operator-notes.ts';

/** A new link with its user. */
export type IssuedLink = {
	/** Logs one browser in. Shown once. */
	readonly url: string;
	readonly userName: string;
	/** Milliseconds. */
	readonly expiresAt: number;
};

/** The operator's way to log a user's browser in. */
export interface OperatorLinks {
	/** A user of that name is made where there is none. @throws CarrywireError INVALID_PARAMS */
	issue(userName: string): Promise<IssuedLink>;
}

/** Notes each link in the audit trail of its user. */
export function createOperatorLinks(parts: {
	readonly users: Pick<TokenStore, 'ensureUser'>;
	readonly links: LoginLinks;
	readonly audit: AuditTrail;
	/** Scheme and authority of the service. The link names this machine `localhost`, where browsers have passkeys. */
	readonly origin: () => string;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
}): OperatorLinks {
	const { users, links, origin, clock, random } = parts;
	const note = createOperatorNote(parts);
	return {
		async issue(userName) {
			checkName('user', userName);
			const base = origin();
			const { userId } = await users.ensureUser({
				userId: `user_${random.hex(12)}`,
				name: userName,
				createdAt: clock.now(),
			});
			const { code, expiresAt } = await links.create(userId);
			await note({ userId, action: 'login.link', subject: null, details: { minutes: 10 } });
			return { url: `${passkeyOrigin(base) ?? base}${LINK_PATH}#${code}`, userName, expiresAt };
		},
	};
}
