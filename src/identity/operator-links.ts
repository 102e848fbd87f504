/** Creates login links, which only the operator can issue, for a user without a wallet at hand. */
import { passkeyOrigin } from '../domain/secure-url.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { TokenStore } from '../ports/token-store.ts';
import { LINK_PATH, type LoginLinks } from './login-link.ts';
import { checkName } from './names.ts';
import { createOperatorNote } from './operator-notes.ts';

/** A new login link and its user. */
export type IssuedLink = {
	/** URL that logs one browser in. It is never shown again. */
	readonly url: string;
	readonly userName: string;
	/** Time when the link expires; Unix time, milliseconds. */
	readonly expiresAt: number;
};

/** Lets the operator log a user's browser in. */
export interface OperatorLinks {
	/**
	 * Issues a link, and creates the user if the name is new. @throws CarrywireError INVALID_PARAMS for an invalid
	 * name
	 */
	issue(userName: string): Promise<IssuedLink>;
}

/** Creates the issuer of login links, which records each link in its user's audit trail. */
export function createOperatorLinks(parts: {
	readonly users: Pick<TokenStore, 'ensureUser'>;
	readonly links: LoginLinks;
	readonly audit: AuditTrail;
	/**
	 * Returns the service's scheme and authority. A link to this machine uses `localhost`, where browsers support
	 * passkeys.
	 */
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
