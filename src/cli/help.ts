/** What `--help` prints. */
import { SCOPES } from '../auth/scopes.ts';
import { VENUE_NAMES } from '../domain/venues.ts';

const COMMON = `  --config FILE      Configuration file (default carrywire.config.json in the working directory).
  --data-dir DIR     Directory of the journal, the tokens and the exchange accounts (default ./data).
  --help             This text.`;

export const HELP = {
	carrywire: `carrywire: finds, explains, executes and closes funding-rate arbitrage over one JSON-RPC endpoint.

Usage: carrywire <command> [flags]

Commands:
  serve        Run the service.
  simulate     Run the simulated exchanges alone.
  doctor       What works of configuration, machine, store, network and exchanges.
  record       Record what the exchanges say, without trading; export the history.
  calibration  What this service promised of carry, and what arrived.
  login        A token for this terminal, allowed in a browser.
  logout       End a login that was kept.
  token        Create, list and revoke bearer tokens.
  halt         Stop opening: by the whole service or on one exchange.
  resume       End a halt.
  halts        What is halted.
  vault        Under which keys secrets lie; a new key in the place of the present one.
  venue        Ask an exchange itself: positions, orders, trades, balance, funding.

  --help       This text; after a command, the help of that command.
  --version    The version.

Examples:
  carrywire serve
  TOKEN=$(carrywire token --scope "arb:read arb:trade")
`,
	serve: `Runs the service until it is told to stop (Ctrl-C or SIGTERM), which answers what is in flight first.

Usage: carrywire serve [flags]

Flags:
  --host ADDRESS     Address to listen on (default 127.0.0.1).
  --port NUMBER      Port to listen on (default 8080; 0 takes a free one).
  --public-url URL   How clients reach the service, when that differs.
  --mode MODE        simulated (the default); paper: accounts kept here, at the real exchanges' prices;
                     or live: real orders with real money.
  --live LIST        With mode live, at each start: the exchanges at which real orders may be placed, which must be all
                     that are configured and traded at. Or CARRYWIRE_LIVE=LIST in the environment. Without it mode live is refused.
  --venues LIST      Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).
  --seed NUMBER      Seed of the simulated exchanges (default 1).
  --history DIR      Play recorded prices and rates.
  --settle-in S      First simulated settlement so many seconds after the start.
  --external         Use simulators that "carrywire simulate" runs already.
  --log-level LEVEL  debug, info, warn or error (default info).
${COMMON}

Examples:
  carrywire serve
  carrywire serve --port 9000 --settle-in 60
  carrywire serve --mode live --venues bybit,kucoin --live bybit,kucoin
`,
	simulate: `Runs the simulated exchanges alone, and names their ports in run.json of the data directory.

Usage: carrywire simulate [flags]

Flags:
  --venues LIST      Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).
  --seed NUMBER      The same seed makes the same prices and rates (default 1).
  --history DIR      Play recorded prices and rates.
  --settle-in S      First settlement so many seconds after the start.
${COMMON}

Examples:
  carrywire simulate --settle-in 30
  carrywire simulate --venues bybit --seed 7
`,
	doctor: `Looks at everything that the service hangs on and says of each what is so, and what to do where it is not: the
configuration, this machine, the data directory, the vault, the database, a running service, the network, the clocks, the
exchanges, the accounts. Beside a running service or without one. Changes nothing, places no order, shows no secret.
The exit code is 0 when nothing failed, 1 otherwise.

Usage: carrywire doctor [flags]

Flags:
  --mode MODE        As for serve, where no file or variable says so.
  --venues LIST      As for serve.
  --host ADDRESS     As for serve.
  --port NUMBER      As for serve.
  --json             Print JSON.
  --probe            Also places one order that cannot fill on every account, as the self-check of mode live does, cancels it
                     and waits until it is proven gone. Only while no service runs.
${COMMON}

Examples:
  carrywire doctor
  carrywire doctor --mode live --venues bybit,kucoin --json
`,
	record: `Records the exchanges' public data without trading or serving, until it is told to stop; or exports the history.

Usage: carrywire record [flags]
       carrywire record export --to DIR [--from TIME] [--until TIME]

The service records too while it runs (settings record.*), so that this is for a machine that only collects. Settled funding
goes into the database of the data directory, estimates and tops of books into its recordings/.

Flags:
  --venues LIST      Exchanges, separated by commas (default ${VENUE_NAMES.join(',')}).
  --seed NUMBER      Seed of the simulated exchanges (default 1).
  --history DIR      Play recorded prices and rates.
  --settle-in S      First simulated settlement so many seconds after the start.
  --external         Use simulators that "carrywire simulate" runs already.
  --log-level LEVEL  debug, info, warn or error (default info).

With export, while the service runs or not:
  --to DIR           Writes settled.csv there (one row per settlement: npm run calibrate -- --history DIR reads it), and
                     recordings/estimates.csv.gz and recordings/books.csv.gz. Nothing is written over.
  --from TIME        Only rows from this day or instant on, in UTC: 2026-11-21 or 2026-11-21T08:00Z.
  --until TIME       Only rows before this.
${COMMON}

Examples:
  carrywire record
  carrywire record export --to history --from 2026-11-01
`,
	calibration: `Prints what this service promised of carry and what arrived: every verdict shown and every execution made, scored by
the settlements that followed. Reads only, while a service runs or none does.

Usage: carrywire calibration [flags]

Flags:
  --json             Print JSON: fractions, not basis points.
${COMMON}

Examples:
  carrywire calibration
  carrywire calibration --json --data-dir ./data
`,
	login: `Logs in to a running service as yourself: shows an address and a code to type in there in a browser, waits for your
answer, and prints a token alone on standard output. The token is valid for 15 minutes. With carrywire token the operator of
the service makes tokens on its own machine instead.

Usage: carrywire login [flags]

Flags:
  --scope "LIST"     Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.
  --url URL          The service, as it says it is ready at (default: the one of the data directory).
  --keep             Keeps the login on this machine, readable by you alone, in carrywire/logins.json of
                     $XDG_CONFIG_HOME (default ~/.config): from then on carrywire login needs no browser, until
                     carrywire logout or 14 days without use.
${COMMON}

Examples:
  TOKEN=$(carrywire login)
  TOKEN=$(carrywire login --keep --scope "arb:read arb:trade")
  TOKEN=$(carrywire login --url https://arb.example.com)
`,
	logout: `Ends a login that carrywire login --keep has kept on this machine, at the service too, with every token of it.

Usage: carrywire logout [--url URL]

Flags:
  --url URL          The service (default: the one of the data directory).
${COMMON}

Examples:
  carrywire logout
`,
	token: `Creates, lists and revokes bearer tokens. A new token is printed once, alone on standard output.

Usage: carrywire token [flags]
       carrywire token list [--user NAME] [--json]
       carrywire token revoke ID

Flags:
  --scope "LIST"     Scopes, separated by spaces (default arb:read). All: ${SCOPES.join(' ')}.
  --user NAME        Whose token it is (default owner); the user is made when there is none.
  --ttl HOURS        Lifetime, at most 720 (default 24).
  --name TEXT        What you call the token (default cli).
  --json             With list: JSON.
${COMMON}

Examples:
  TOKEN=$(carrywire token --scope "arb:read arb:trade")
  carrywire token list
  carrywire token revoke tok_0123456789abcdef
`,
	halt: `Stops opening at once, until carrywire resume: no execution is begun and none grows. Closing, and whatever reduces a
position, goes on. It outlives the service; without a running service it holds from the next start on.

Usage: carrywire halt [--exchange NAME | --service] [--reason TEXT] [--close-all]

Flags:
  --exchange NAME    Only executions with a leg on this exchange.
  --service          Everything (the default).
  --reason TEXT      Said to everybody who is refused by it.
  --close-all        Also closes the running executions that it covers, and cancels those that are opening.
${COMMON}

Examples:
  carrywire halt --reason "exchange rates look wrong"
  carrywire halt --exchange kucoin --close-all
`,
	resume: `Ends a halt of the whole service, or of one exchange. A halt of the other kind, or a caller's own, goes on.

Usage: carrywire resume [--exchange NAME | --service]

Flags:
  --exchange NAME    Ends the halt of this exchange.
  --service          Ends the halt of the service (the default).
${COMMON}

Examples:
  carrywire resume
  carrywire resume --exchange kucoin
`,
	halts: `Lists what is halted, since when, by whom and why: the operator's halts and the callers' own.

Usage: carrywire halts [--json]

Flags:
  --json             Print JSON.
${COMMON}

Examples:
  carrywire halts
`,
	vault: `Shows under which keys the secrets of the data directory lie, or rotates them. No key is ever printed.

Usage: carrywire vault status [--json]
       carrywire vault rotate [--drop-retired]

With status, while the service runs or not: the keys, which of them is current, and how many secrets lie under each.
With rotate, while no service runs: a new key is written into the key file, every secret is brought under it, and the keys
of before stay in the file as retired ones. It may be ended anywhere and begun again.

Flags:
  --json             With status: print JSON.
  --drop-retired     With rotate: takes the retired keys out of the file. Copies of the database from before are lost then.
${COMMON}

Examples:
  carrywire vault status
  carrywire vault rotate --drop-retired
`,
	venue: `Asks an exchange itself, through plain ccxt and past the service, so that you can check the service's word.

Usage: carrywire venue NAME WHAT [flags]

  NAME               Exchange: bybit, kucoin or okx.
  WHAT               positions, orders, trades, balance or funding.

Flags:
  --user NAME        Whose account in use there (default owner).
  --json             Print JSON.
${COMMON}

Examples:
  carrywire venue bybit positions
  carrywire venue kucoin funding --json
`,
} as const;

export type HelpTopic = keyof typeof HELP;
