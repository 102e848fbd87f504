/**
 * UI text for the Exchanges, Tokens, Agents, Audit and Account pages, by component. Functions insert figures into a
 * sentence.
 */

/** Meaning of each scope, for the user who grants it. */
export const SCOPE_WORDS = {
	'arb:read': 'Read the portfolio and the status of exchange pairs.',
	'arb:trade': 'Open and close positions.',
	'exchange:connect': 'Connect and disconnect exchange accounts.',
	'agents:manage': 'Create, limit and stop agents; set where alerts go.',
	'replay:run': 'Test strategies on recorded markets, which uses this service’s processor.',
} as const;

/** UI text for `SettingsPage`, `SettingsForm`, `ActButton` and `ShownOnce`. */
export const SETTINGS = {
	needsLogin: 'To see your settings, log in with this browser. A pasted token is not enough.',
	sending: 'Sending …',
	notDone: 'That did not work.',
	lostForm: 'The answer was lost. Reload the page to see whether it worked.',
	lostAct: 'The answer was lost. Check the result before you try again.',
	copy: (name: string) => `Copy ${name}`,
	copied: 'Copied.',
	notCopied: 'The browser does not let this page copy. The text is selected: copy it with the keyboard.',
	nameMissing: 'Enter a name.',
	scopesMissing: 'Tick at least one permission.',
} as const;

/** UI text for `AccountPage`. */
export const ACCOUNT = {
	title: 'Your account',
	loading: 'your account',
	fault: 'Cannot show your account.',
	guest: 'You are a guest.',
	guestNote: 'A guest session cannot be recovered after logout or two idle hours.',
	start: 'Start trading',
	connect: 'Connect two exchanges',
	noneConnected: (offered: string) => `not connected yet: ${offered}`,
	connected: (names: string) => `connected: ${names}`,
	choose: 'Choose an opportunity',
	chooseNote: 'Its preview shows costs and risks before you confirm.',
	follow: 'Watch it in the portfolio',
	followNote: 'You can close the position there, too.',
	programs: 'For programs:',
	token: 'a token',
	tokenNote: (active: number) =>
		`acts as you (${active === 0 ? 'you have none yet' : `${active} active`}). Send it as`,
	agent: 'An agent',
	agentNote: 'trades independently, within caps.',
	identities: 'Your identity',
	noIdentity: 'No identity is linked.',
	/** Names of the service's own login methods. Others have the names that the operator chose. */
	providers: { wallet: 'wallet', guest: 'guest' } as Readonly<Record<string, string>>,
	columns: { provider: 'Login method', subject: 'Identity', linked: 'Linked', lastLogin: 'Last login' },
	passkeys: 'Passkeys',
	passkeyCount: (count: number) =>
		count === 0
			? 'You have no passkey.'
			: count === 1
				? 'You have 1 passkey.'
				: `You have ${count} passkeys.`,
	managePasskeys: 'Manage passkeys',
	everywhere: 'All browsers',
	everywhereNote:
		'This ends your login in every browser, including this one. Tokens and agents keep working.',
	logOutEverywhere: 'Log out everywhere',
} as const;

/** UI text for `ExchangesPage` and `ConnectedAccounts`. */
export const EXCHANGES = {
	title: 'Exchanges',
	loading: 'your accounts',
	fault: 'Cannot show your accounts.',
	start: 'Start here',
	startNote: (names: string) =>
		`A position needs accounts at two exchanges. The button opens demo accounts at ${names}, with 10,000 demo USD each.`,
	openAll: 'Open all demo accounts',
	empty: 'No account is connected. Connect two exchanges to trade between them.',
	connect: 'Connect an account',
	columns: { account: 'Account', state: 'Status', key: 'Access', since: 'Connected', actions: 'Actions' },
	states: {
		closing: 'closing positions, then disconnecting',
		reconnect: 'needs a new connection',
		inUse: 'in use',
		idle: 'connected, not in use',
	},
	selfCheck: 'Self-check:',
	checks: {
		checking: ['in progress', ''],
		passed: ['passed', 'good'],
		failed: ['failed', 'bad'],
		unknown: ['no answer yet, retrying', 'bad'],
	},
	steps: {
		clock: 'Clock',
		key: 'Key',
		balance: 'Balance',
		settings: 'Settings',
		fees: 'Fees',
		order: 'Test order',
		stream: 'Account stream',
		switch: 'Crash protection',
	},
	verdicts: {
		passed: 'passed',
		warned: 'warning',
		failed: 'failed',
		unknown: 'no answer',
		skipped: 'skipped',
	},
	noCheckYet: 'no check finished yet',
	silent: 'stream silent',
	silentSince: 'since',
	silentNote:
		'The stream reports no orders of this account, so Carrywire opens no positions on it. Carrywire reopens the stream every minute. You can still close positions.',
	byPage: 'login at the exchange',
	byKey: 'API key',
	keyEnds: 'key expires',
	use: 'Use for new trades',
	check: 'Repeat self-check',
	disconnect: 'Disconnect …',
} as const;

/** UI text for `MoneyNotice`: the money that the accounts hold, by trading mode. */
export const MONEY_NOTICE = {
	simulated: [
		'Simulated exchanges.',
		'No real money is involved. Each account starts with 10,000 demo USD. You can open accounts on this page or on the exchange’s page.',
	],
	paper: [
		'Paper accounts.',
		'Carrywire keeps these accounts and fills their orders at real prices. No order and no key reaches an exchange, so there is nothing to connect.',
	],
	testnet: [
		'Exchange test environments.',
		'Orders go to these environments and use test money. An account trades once its self-check passes. Keys for real accounts do not work. Create test keys at:',
	],
	rehearsal: [
		'Rehearsal.',
		'Everything works as it does with real money, but no order reaches a real exchange.',
	],
	live: ['Real orders.', 'They use real money. An account trades once its self-check passes.'],
} as const;

/** UI text for `ConnectExchange`. */
export const CONNECT = {
	label: 'Name for the account',
	labelHint: 'if you have several',
	missing: (name: string) => `Enter the ${name}.`,
	/** Names of the parts of an API key, keyed by the service's names. */
	keyParts: {
		'API key': 'API key',
		Secret: 'Secret',
		Passphrase: 'Passphrase',
		'Address of the account': 'Address of the account',
		'Private key of the API wallet': 'Private key of the API wallet',
	} as Readonly<Record<string, string>>,
	byKeyForm: (exchange: string) => `Connect ${exchange} with an API key`,
	byKey: 'Connect with API key',
	keyNote: 'The key must be able to trade futures. Carrywire refuses a key that can withdraw.',
	byPage: (exchange: string) => `Connect ${exchange}`,
	simulated: (exchange: string) => `Open demo account at ${exchange}`,
	otherWay: 'Use an API key instead',
} as const;

/** UI text for `DisconnectPage`. */
export const DISCONNECT = {
	untitled: 'Disconnect an account',
	title: (exchange: string) => `Disconnect ${exchange}?`,
	loading: 'the account',
	fault: 'Cannot show the account.',
	unknown: (id: string) => `You have no connected account ${id}.`,
	back: 'Back to Exchanges',
	erased: 'Erased',
	erasedPaper:
		'Carrywire erases the paper account and its demo money. You get a new one at the next service start or login.',
	erasedKey: 'Carrywire erases its copy of the key. It can then neither read this account nor trade on it.',
	reconnect: (exchange: string | undefined) =>
		`To trade on this account again, connect it again ${exchange === undefined ? 'with a key' : `at ${exchange}`}.`,
	kept: 'Kept',
	keptThere: (exchange: string) =>
		`Nothing changes at ${exchange}: your positions, orders and money stay. The key stays valid until you delete it there.`,
	keptHere: 'Carrywire keeps your history, the ledger and the audit trail.',
	form: 'Disconnect',
	confirm: 'Disconnect and erase the key',
	nothingOpen: 'None of your positions uses this account.',
	open: (count: number) =>
		`${count} of your positions ${count === 1 ? 'has' : 'have'} a leg on this account:`,
	closeFirst: 'Close these positions first',
	refused: (reason: string) =>
		`${reason} Close the positions before you disconnect, or tick “Close these positions first”.`,
	keep: 'Keep connected',
} as const;

/** UI text for `TokensPage`, `TokenTable` and `TokenReady`. */
export const TOKENS = {
	title: 'Tokens',
	readyTitle: 'Copy your token now',
	loading: 'your tokens',
	fault: 'Cannot show your tokens.',
	create: 'New token',
	createNote:
		'A program with this token acts as you, within these permissions, until it expires. You can revoke it at any time.',
	createButton: 'Create token',
	defaultName: 'my token',
	labels: { name: 'Name', scopes: 'Permissions', lifetime_hours: 'Valid for' },
	lifetimes: [
		[1, '1 hour'],
		[8, '8 hours'],
		[24, '1 day'],
		[168, '7 days'],
		[720, '30 days'],
	],
	yours: 'Your tokens',
	empty: 'You have no active tokens. To connect a program, create one above. These pages need none.',
	heldByPages: (count: number) =>
		count === 1
			? '1 dashboard page holds a token valid for up to 15 minutes. Logout revokes it.'
			: `Dashboard pages hold ${count} tokens, each valid for up to 15 minutes. Logout revokes them.`,
	ended: (count: number) => `${count} expired or revoked`,
	columns: { name: 'Name', may: 'Permissions', until: 'Valid until', used: 'Last used', actions: 'Actions' },
	revoked: 'revoked',
	rotate: 'Rotate',
	revoke: 'Revoke',
	applications: 'Applications with access',
	noApplication:
		'No application has access. When one requests access, Carrywire shows a page where you decide.',
	applicationColumns: {
		name: 'Application',
		may: 'Permissions',
		since: 'Since',
		until: 'Until',
		actions: 'Actions',
	},
	once: 'The token appears only once. It expires on',
	onceNote: 'Keep it out of shared files.',
	may: 'Permissions of a program with this token:',
	secret: 'token',
	use: 'How to use it',
	done: 'I have copied it',
} as const;

/** UI text for `AgentsPage`, `AgentPage`, `AgentFields`, `AgentReady` and `agent-wish.ts`. */
export const AGENTS = {
	title: 'Agents',
	untitled: 'Agent',
	readyTitle: (name: string | undefined) => `${name} is ready`,
	loading: 'your agents',
	fault: 'Cannot show your agents.',
	empty: 'You have no agent. Create one below for a program that trades independently, and set its caps.',
	columns: { name: 'Name', may: 'Permissions', caps: 'Caps', used: 'Last used', state: 'Status' },
	noCaps: 'no caps',
	active: 'active',
	stopped: 'stopped',
	stop: 'Stop',
	create: 'New agent',
	createNote:
		'An agent has its own id, key and tokens. It trades on your accounts, within the caps that you set.',
	createButton: 'Create agent',
	labels: {
		name: 'Name',
		scopes: 'Permissions',
		'caps.amount_max': 'Maximum per position',
		'caps.open_amount_max': 'Maximum open at once',
		'caps.executions_per_day': 'Positions per day',
		'caps.pairs': 'Allowed exchange pairs',
		public_keys: 'Public keys',
	},
	amountHint: 'USD over both legs; empty: no cap',
	openAmountHint: 'USD over both legs of all positions; empty: no cap',
	countHint: 'since 00:00 UTC; empty: no cap',
	pairsHint: 'none ticked: all pairs',
	onlyTrade: 'Open only opportunities with the verdict Trade',
	credential: 'Credential',
	byKey: 'a key, created here and shown once',
	byKeyPair: 'its own key pair',
	publicKeysHint: 'JSON Web Key Set',
	publicKeysMissing: 'Paste one JSON Web Key or a set of keys.',
	dpop: 'Require tokens bound to its key (DPoP)',
	amountRule: 'Enter an amount above 0, up to 1,000,000,000 USD, or leave it empty.',
	countRule: 'Enter a whole number from 0 to 100,000, or leave it empty.',
	caps: {
		amount: (usd: string) => `${usd} USD per position`,
		openAmount: (usd: string) => `${usd} USD open at once`,
		count: (count: string, isOne: boolean) => `${count} ${isOne ? 'position' : 'positions'} per day`,
		pairs: (pairs: string) => `only ${pairs}`,
		onlyTrade: 'only the verdict Trade',
	},
} as const;

/** UI text for `AgentPage` and `AgentReady` about one agent. */
export const AGENT = {
	loading: 'the agent',
	fault: 'Cannot show the agent.',
	unknown: (id: string) => `You have no agent ${id}.`,
	back: 'Back to Agents',
	created: 'created',
	used: 'last used',
	keyPair: 'own key pair',
	dpop: 'DPoP',
	stoppedAt: 'Stopped permanently',
	stoppedNote: 'Its open positions are yours and keep running.',
	edit: 'Name, permissions and caps',
	save: 'Save changes',
	saved: 'Saved. The changes apply from the agent’s next call.',
	newKey: 'New key',
	newKeyNote: 'The old key and its tokens stop working immediately.',
	newKeyButton: 'Create new key',
	stop: 'Stop agent',
	stopNote:
		'This is immediate and permanent. The agent’s tokens stop working, and Carrywire cancels its queued openings. Its open positions are yours and keep running.',
	stopButton: 'Stop this agent',
	pairReady: 'The agent authenticates with its own key pair. Its client id is:',
	once: 'The key appears only once.',
	id: 'Agent id',
	key: 'Agent key',
	idName: 'id',
	keyName: 'key',
	howToken: 'How it gets a token',
	open: 'Go to agent',
} as const;

/** UI text for `AuditPage`. */
export const AUDIT = {
	title: 'Audit',
	intro:
		'All logins, tokens, connections, agents and trading calls. Carrywire never changes or deletes an entry.',
	show: 'Show',
	kinds: [
		['all', 'all entries'],
		['refused', 'refused'],
		['login', 'logins'],
		['call', 'trading calls'],
		['connection', 'exchanges'],
		['token', 'tokens and applications'],
		['agent', 'agents'],
	],
	csv: 'Download all as CSV',
	jsonLines: 'Download all as JSON lines',
	loading: 'the audit trail',
	fault: 'Cannot show the audit trail.',
	empty: 'No entries yet.',
	emptyKind: 'No entries of this kind yet.',
	columns: { when: 'Time', who: 'Actor', what: 'Action', outcome: 'Outcome' },
	ok: 'ok',
	actors: {
		user: 'you',
		token: 'token',
		agent: 'agent',
		application: 'application',
		operator: 'operator',
		service: 'service',
	},
	/** Words for the actions, keyed by the service's names. */
	actions: {
		login: 'Log in',
		'login.refused': 'Refused login',
		'login.link': 'Create login link',
		logout: 'Log out',
		'token.create': 'Create token',
		'simulated.settle': 'Settle funding on simulated exchanges',
		'token.rotate': 'Rotate token',
		'token.revoke': 'Revoke token',
		'passkey.add': 'Add passkey',
		'passkey.remove': 'Remove passkey',
		'application.authorize': 'Authorize application',
		'application.refuse': 'Refuse application',
		'application.revoke': 'Revoke application',
		'application.token_reused': 'Second use of an application’s token',
		'agent.create': 'Create agent',
		'agent.update': 'Change agent',
		'agent.rotate_key': 'Create new agent key',
		'agent.stop': 'Stop agent',
		'agent.token': 'Issue token to agent',
		'connection.begin': 'Begin connection',
		'connection.connect': 'Connect account',
		'connection.refuse': 'Refuse connection',
		'connection.use': 'Use account for new trades',
		'connection.transfers': 'Transfers between your wallets',
		'connection.check': 'Repeat self-check',
		'connection.disconnect': 'Disconnect account',
		call: 'Call',
	} as Readonly<Record<string, string>>,
	newest: 'Show newest',
	older: 'Show older',
} as const;
