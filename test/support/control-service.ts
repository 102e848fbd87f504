/** Runs a service that has only tokens, login links and kill switches, with a real control socket. */

import { startControlServer } from '../../src/api/http/control.ts';
import { createHalts } from '../../src/engine/drive/halts.ts';
import { createLoginLinks } from '../../src/identity/login-link.ts';
import { createOperatorLinks } from '../../src/identity/operator-links.ts';
import { createOperatorTokens } from '../../src/identity/operator-tokens.ts';
import { createTokenAuthority } from '../../src/identity/tokens.ts';
import { tokenStoreOpener } from '../../src/operations/open-token-store.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock, systemTurnEnd } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { createHaltStore } from '../../src/store/halts.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';

/** The control service's own address, as it reports it. */
export const CONTROL_SERVICE_ORIGIN = 'http://127.0.0.1:18080';

export async function startControlService(dataDir: string) {
	const {
		store: tokenStore,
		links: linkStore,
		audit,
		close,
	} = await tokenStoreOpener(systemTurnEnd)(dataDir);
	const database = openDatabase(dataDir);
	const tokens = createTokenAuthority({
		store: tokenStore,
		clock: systemClock,
		random: systemRandom,
		logger: SILENT_LOGGER,
	});
	const store = createHaltStore(createSqliteDatabase(database));
	const halts = createHalts({
		standing: await store.load(),
		store,
		clock: systemClock,
		log: SILENT_LOGGER,
	});
	const switches = {
		...halts,
		halt: async (wanted: Parameters<typeof halts.set>[0]) => ({
			halt: await halts.set(wanted),
			closing: wanted.closeAll ? ['exec_running'] : [],
			canceling: wanted.closeAll ? ['exec_opening'] : [],
		}),
	};
	const links = createLoginLinks({ store: linkStore, clock: systemClock, random: systemRandom });
	const control = await startControlServer({
		dataDir,
		tokens: createOperatorTokens({ tokens, audit, clock: systemClock, logger: SILENT_LOGGER }),
		links: createOperatorLinks({
			users: tokenStore,
			links,
			audit,
			origin: () => CONTROL_SERVICE_ORIGIN,
			clock: systemClock,
			random: systemRandom,
			logger: SILENT_LOGGER,
		}),
		switches,
		logger: SILENT_LOGGER,
	});
	return {
		tokens,
		links,
		halts,
		control,
		async [Symbol.asyncDispose]() {
			await control.close();
			database.close();
			await close();
		},
	};
}
