/** Prints what the tables of the copied repository contain about Tidemark, as one line of JSON. */
import { EXCHANGE_NAMES } from '../../simulator/exchanges.ts';
import { readConfig } from '../../src/config/config.ts';
import { hostsOf } from '../../src/operations/doctor/exchange-hosts.ts';
import { keyFormOf, shownNameOf, VENUE_NAMES, venueFacts } from '../../src/venues/facts.ts';
import { moduleOf } from '../../src/venues/modules.ts';

const NAME = 'tidemark';

/** Returns the faults that the configuration has with these settings. All other settings have their defaults. */
function faultsOf(settings: object): readonly string[] {
	const read = readConfig({ dataDir: '/nowhere', ...settings });
	return 'faults' in read ? read.faults.map(({ path, rule }) => `${path} ${rule}`) : [];
}

const main = venueFacts(NAME)?.sites.main;
process.stdout.write(
	`${JSON.stringify({
		traded: VENUE_NAMES,
		simulated: EXCHANGE_NAMES,
		shownName: shownNameOf(NAME),
		keyForm: keyFormOf(NAME),
		hosts: main === undefined ? [] : hostsOf(NAME, { hosts: main, isTest: false }).map(({ name }) => name),
		oauth: moduleOf(NAME).oauth.result,
		faults: faultsOf({ venues: ['bybit', NAME] }),
		oauthFaults: faultsOf({ exchangeOAuth: { [NAME]: { clientId: 'x' } } }),
	})}\n`,
);
