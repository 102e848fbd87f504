/**
 * UI text for the pages that the service renders itself, and for their errors. Functions insert figures into a
 * sentence.
 */
import type { TradingMode } from '../../domain/trading-mode.ts';
import { SCOPE_MEANINGS } from '../scopes.ts';

/** UI text for the frame around every page. */
export const FRAME = {
	name: 'Carrywire',
	error: 'Error: ',
	skip: 'Skip to content',
	pages: 'Pages',
	settings: 'Settings',
	logIn: 'Log in',
	logOut: 'Log out',
	never: 'never',
	utc: (day: string, time: string) => `${day} ${time} UTC`,
	/** Page names in the navigation, keyed by path. */
	parts: {
		'/': 'Opportunities',
		'/funding': 'Funding map',
		'/portfolio': 'Portfolio',
		'/plan': 'Plan',
		'/autopilot': 'Autopilot',
		'/backtest': 'Backtest',
		'/alerts': 'Alerts',
		'/status': 'Status',
		'/connections': 'Exchanges',
		'/tokens': 'Tokens',
		'/agents': 'Agents',
		'/chat': 'Chat',
		'/audit': 'Audit',
		'/account': 'Account',
		'/preferences': 'Preferences',
		'/docs/': 'Docs',
	},
} as const;

/** Trading mode in the header: a word and its meaning. */
export const MODES: Readonly<Record<TradingMode | 'rehearsal', readonly [name: string, meaning: string]>> = {
	simulated: ['Simulated', 'simulated exchanges, no real money'],
	paper: ['Paper', 'paper accounts at real prices, no real money'],
	testnet: ['Testnet', 'test environments of the exchanges, no real money'],
	live: ['LIVE', 'real exchanges, real money'],
	rehearsal: ['Rehearsal', 'same as live, but no order reaches a real exchange'],
};

/** UI text for the dashboard shell. */
export const SHELL = {
	loading: 'Loading the dashboard …',
	noScript: 'The dashboard needs JavaScript',
	noScriptNote:
		'This browser does not run scripts. The JSON-RPC methods and the command line offer the same functions.',
	notBuilt: 'The dashboard is not built. Run npm ci or npm run prepare, then restart the service.',
	badAccess: (access: string) => `access must be read, trade, replay or manage; was ${access}.`,
} as const;

/** UI text for the door page, which proves the browser's origin. */
export const DOOR = {
	noScript: 'This page needs JavaScript',
	noScriptNote:
		'Allow JavaScript for this address and reload. A short script binds your login to this address and port. Cookies alone are not enough: other programs on this machine can read them.',
	badPath: 'path must be a path of this service.',
} as const;

/** UI text for pages about errors and redirects. */
export const FAILURES = {
	unknownTitle: 'Page not found',
	unknown: (path: string) => `There is no page ${path}.`,
	failedTitle: 'That did not work',
	internalTitle: 'Internal error',
	internal: (ref: string) => `The service log has the details under ${ref}.`,
	internalSentence: (ref: string) => `Internal error. The service log has the details under ${ref}.`,
	backTo: (page: string) => `Back to ${page}`,
	backToLogin: 'Back to the login',
	formTooLarge: (most: string) => `The form is larger than the maximum of ${most} bytes.`,
	formType: (type: string) => `A form must be sent as ${type}.`,
	unreadable: 'The service cannot read the request.',
	tooManyPages: (isLogin: boolean, seconds: number) =>
		`Too many page requests from this ${isLogin ? 'login' : 'address'}. Try again in ${seconds} s.`,
	tooManyRequests: 'Too many requests from this address.',
	loginEnded: 'Your login has ended. Log in and try again.',
	foreignForm: 'The form did not come from a valid page of this service. Open the page again.',
	noOrigin:
		'The browser did not prove that it opened a page of this service. Allow JavaScript and open the login page again.',
	wrongName: (host: string) => `Open this service at ${host}.`,
	onward: (name: string) => `Continue to ${name}`,
	onwardNote: 'If your browser does not continue automatically:',
	onwardLink: (name: string) => `continue to ${name}`,
	/** Name of a link target, as in `Continue to your previous page`. */
	previousPage: 'your previous page',
} as const;

/** UI text for errors above and beside a form's fields. */
export const FORMS = {
	title: 'That did not work',
	secretsLost: (fields: string) => `The page does not store secrets. Enter these again: ${fields}.`,
	labels: {
		name: 'Name',
		address: 'Address',
		chain_id: 'Chain',
		signature: 'Signature',
		passkey_answer: 'Passkey response',
		link_code: 'Link',
		token: 'Token',
	},
	invalid: (field: string, rule: string, value: string) => `${field} must be ${rule}; was ${value}.`,
	scope: 'a scope',
	oneOf: (values: string) => `one of ${values}`,
} as const;

/** UI text for the login page. */
export const LOGIN = {
	title: 'Log in',
	intro: 'A login proves who you are. It moves no money and grants no permissions.',
	guest: 'Without a wallet',
	guestNote: 'You become a new user with 10,000 demo USD on each simulated exchange.',
	guestWarning: 'A guest session cannot be recovered after logout or two idle hours.',
	guestButton: 'Try it without a wallet',
	tooManyGuests: (burst: number, perMinute: number, seconds: number) =>
		`Too many guest logins from this address (at most ${burst} at once, ${perMinute} a minute). Try again in ${seconds} s.`,
	unknownMethod: 'This service does not offer that login method.',
	with: (ways: string) => `With ${ways}`,
	wallet: 'a wallet',
	or: ' or ',
	provider: (name: string) => `Continue to ${name}`,
	at: (host: string) => `Log in at ${host}`,
	atNote: 'Wallets and identity providers know this service by that name.',
	chooseWallet: 'Choose one of your wallets:',
	manual: 'Sign manually: enter your address and sign the message in any wallet',
	showMessage: 'Show the message to sign',
	tokenFrom: (name: string) => `With a token from ${name}`,
	tokenHint: 'valid once',
	button: 'Log in',
	messageTitle: 'Sign this message',
	messageNote: 'Signing costs nothing and sends nothing. Check that the first line names this site.',
	signatureHint: '0x and hexadecimal digits, from your wallet',
	startOver: 'Start over',
	spentMessage: 'That message is no longer valid. Request a new one and sign it.',
} as const;

/** UI text for the login with a link from the command line. */
export const LINK = {
	heading: 'With a link from the command line',
	/** Text before and after the command. */
	note: ['Run', 'on the machine that runs the service. Then open the link or paste it here.'],
	title: 'Log in with a link',
	warning: 'The link works once, in this browser. Continue only if you created or requested it.',
	loggedIn: (name: string) => `You are logged in as ${name}. The link ends that login in this browser.`,
	otherWay: 'Log in another way',
	button: 'Log in with the link',
} as const;

/** UI text about passkeys: login, list and creation. */
export const PASSKEYS = {
	loginHeading: 'With a passkey',
	loginButton: 'Log in with a passkey',
	useButton: 'Use the passkey',
	title: 'Passkeys',
	intro:
		'A passkey uses biometrics, a PIN or a security key. It never leaves your device or password manager.',
	columns: ['Name', 'Site', 'Created', 'Last login', 'Actions'],
	none: 'You have no passkey.',
	remove: 'Remove',
	backToAccount: 'Back to Account',
	add: 'Add a passkey',
	create: 'Create passkey',
	defaultName: 'my passkey',
	/** Text before and after `localhost`. */
	where: ['Browsers offer passkeys only at', 'and on https sites.'],
	/** Text before and after the setting. */
	publicUrl: ['To use them here, set', 'to an https address with a host name.'],
	openAt: (host: string) => `Open this page at ${host}`,
	separately: 'You must log in there separately.',
	noGuests: 'A guest cannot have passkeys, because a guest session cannot be recovered.',
	asking: 'Your browser now asks for your passkey.',
	noScript: 'Passkeys need JavaScript. Allow it for this address and start again.',
	back: 'Back',
} as const;

/** UI text for the page where a user consents to an application. */
export const CONSENT = {
	title: (application: string) => `${application} requests access`,
	/** Text after the application's name: `intro` if scopes are requested, `identityOnly` if none are. */
	intro: 'wants to act for you. Untick permissions that you do not want to grant.',
	identityOnly: 'wants to know who you are. It gets no other access.',
	powerful: (meanings: string) => `You may want to keep some of these permissions to yourself: ${meanings}`,
	terminal: 'It runs in the terminal that shows your code.',
	returnTo: (host: string) => `You return to ${host}.`,
	endAccess: 'You can end its access at any time on the Tokens page.',
	permissions: 'Permissions',
	allow: 'Allow',
	deny: 'Deny',
	nothingWaits:
		'No access request is waiting in this browser. Yours may have expired, or you started it in another browser.',
	otherUser: 'This request belongs to another user. Log in as that user.',
} as const;

/** UI text about terminal codes and failures of the authorization server. */
export const AUTHORIZATION = {
	codeTitle: 'Connect a terminal',
	code: 'Code',
	codeHint: 'shown in your terminal',
	next: 'Continue',
	confirmTitle: 'Is this your terminal?',
	/** Text after the application's name. */
	confirm: 'requests access. Does your terminal show this code?',
	confirmWarning: 'If you did not start this login, someone else did: deny it.',
	confirmButton: 'It is mine, continue',
	deny: 'Deny',
	done: 'Connected',
	doneNote: 'Your terminal continues automatically. You can close this page.',
	refused: 'Access denied',
	refusedNote: 'Your terminal gets no access. You can close this page.',
	failed: 'Authorization failed',
	failure: (reason: string) => `The service cannot answer the application’s request: ${reason}.`,
	failureNote:
		'The application got no access. Return to it and start again. If this happens again, contact the application’s operator.',
} as const;

/** Errors of connections that start on an exchange's page. */
export const CONNECTIONS = {
	unknownExchange: 'This service has no such exchange.',
	loginEnded: 'Your login has ended. Log in and connect again.',
} as const;

/** Errors of settlements on demand at simulated exchanges. */
export const SETTLEMENTS = {
	legCount: (count: number) => `leg must appear once or twice; it appeared ${count} times.`,
	tooMany: (burst: number, perMinute: number, seconds: number) =>
		`Too many extra settlements: at most ${burst} at once and ${perMinute} a minute. Try again in ${seconds} s.`,
	badLeg: (leg: string) =>
		`leg must be a simulated exchange and one of its contracts, such as "bybit BTCUSDT"; was ${leg}.`,
} as const;

/** Meaning of each scope, for the user who grants it. */
export const SCOPES = SCOPE_MEANINGS;
