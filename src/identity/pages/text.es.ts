/** UI text for the pages that the service renders itself, in Spanish. */
import type { Translated } from '../../sentences/translated.ts';
import type * as english from './text.ts';

/** UI text for the frame around every page. */
export const FRAME: Translated<typeof english.FRAME> = {
	name: 'Carrywire',
	error: 'Error: ',
	skip: 'Ir al contenido',
	pages: 'Páginas',
	settings: 'Ajustes',
	logIn: 'Iniciar sesión',
	logOut: 'Cerrar sesión',
	never: 'nunca',
	utc: (day, time) => `${day} ${time} UTC`,
	parts: {
		'/': 'Oportunidades',
		'/funding': 'Financiación',
		'/portfolio': 'Cartera',
		'/plan': 'Plan',
		'/autopilot': 'Piloto',
		'/backtest': 'Backtest',
		'/alerts': 'Alertas',
		'/status': 'Estado',
		'/connections': 'Exchanges',
		'/tokens': 'Tokens',
		'/agents': 'Agentes',
		'/chat': 'Chat',
		'/audit': 'Auditoría',
		'/account': 'Cuenta',
		'/preferences': 'Preferencias',
		'/docs/': 'Ayuda',
	},
};

/** Trading mode in the header: a word and its meaning. */
export const MODES: Translated<typeof english.MODES> = {
	simulated: ['Simulado', 'exchanges simulados, sin dinero real'],
	paper: ['Papel', 'cuentas de papel a precios reales, sin dinero real'],
	testnet: ['Testnet', 'entornos de prueba de los exchanges, sin dinero real'],
	live: ['REAL', 'exchanges reales, dinero real'],
	rehearsal: ['Ensayo', 'igual que el modo real, pero ninguna orden llega a un exchange real'],
};

/** UI text for the dashboard shell. */
export const SHELL: Translated<typeof english.SHELL> = {
	loading: 'Cargando el panel …',
	noScript: 'El panel necesita JavaScript',
	noScriptNote:
		'Este navegador no ejecuta scripts. Los métodos JSON-RPC y la línea de comandos ofrecen las mismas funciones.',
	notBuilt: 'El panel no está construido. Ejecuta npm ci o npm run prepare y reinicia el servicio.',
	badAccess: (access) => `access debe ser read, trade, replay o manage; era ${access}.`,
};

/** UI text for the door page, which proves the browser's origin. */
export const DOOR: Translated<typeof english.DOOR> = {
	noScript: 'Esta página necesita JavaScript',
	noScriptNote:
		'Permite JavaScript para esta dirección y recarga la página. Un script corto une tu sesión a esta dirección y este puerto. Las cookies no bastan: otros programas de este equipo pueden leerlas.',
	badPath: 'path debe ser una ruta de este servicio.',
};

/** UI text for pages about errors and redirects. */
export const FAILURES: Translated<typeof english.FAILURES> = {
	unknownTitle: 'Página no encontrada',
	unknown: (path) => `No existe la página ${path}.`,
	failedTitle: 'No ha funcionado',
	internalTitle: 'Error interno',
	internal: (ref) => `El registro del servicio tiene los detalles en ${ref}.`,
	internalSentence: (ref) => `Error interno. El registro del servicio tiene los detalles en ${ref}.`,
	backTo: (page) => `Volver a ${page}`,
	backToLogin: 'Volver al inicio de sesión',
	formTooLarge: (most) => `El formulario supera el máximo de ${most} bytes.`,
	formType: (type) => `Un formulario debe enviarse como ${type}.`,
	unreadable: 'El servicio no puede leer la solicitud.',
	tooManyPages: (isLogin, seconds) =>
		`Demasiadas páginas solicitadas desde ${isLogin ? 'esta sesión' : 'esta dirección'}. Inténtalo de nuevo en ${seconds} s.`,
	tooManyRequests: 'Demasiadas solicitudes desde esta dirección.',
	loginEnded: 'Tu sesión ha terminado. Inicia sesión e inténtalo de nuevo.',
	foreignForm: 'El formulario no viene de una página válida de este servicio. Abre la página de nuevo.',
	noOrigin:
		'El navegador no demostró que abrió una página de este servicio. Permite JavaScript y abre de nuevo la página de inicio de sesión.',
	wrongName: (host) => `Abre este servicio en ${host}.`,
	onward: (name) => `Continuar a ${name}`,
	onwardNote: 'Si tu navegador no continúa por sí solo:',
	onwardLink: (name) => `continuar a ${name}`,
	previousPage: 'tu página anterior',
};

/** UI text for errors above and beside a form's fields. */
export const FORMS: Translated<typeof english.FORMS> = {
	title: 'No ha funcionado',
	secretsLost: (fields) => `La página no guarda secretos. Escríbelos de nuevo: ${fields}.`,
	labels: {
		name: 'Nombre',
		address: 'Dirección',
		chain_id: 'Cadena',
		signature: 'Firma',
		passkey_answer: 'Respuesta de la llave de acceso',
		link_code: 'Enlace',
		token: 'Token',
	},
	invalid: (field, rule, value) => `${field} debe ser ${rule}; era ${value}.`,
	scope: 'un permiso',
	oneOf: (values) => `uno de ${values}`,
};

/** UI text for the login page. */
export const LOGIN: Translated<typeof english.LOGIN> = {
	title: 'Iniciar sesión',
	intro: 'Un inicio de sesión demuestra quién eres. No mueve dinero ni concede permisos.',
	guest: 'Sin billetera',
	guestNote: 'Serás un usuario nuevo con 10.000 USD de prueba en cada exchange simulado.',
	guestWarning:
		'Una sesión de invitado no se puede recuperar después de cerrarla o de dos horas sin actividad.',
	guestButton: 'Probar sin billetera',
	tooManyGuests: (burst, perMinute, seconds) =>
		`Demasiados invitados desde esta dirección (como máximo ${burst} a la vez, ${perMinute} por minuto). Inténtalo de nuevo en ${seconds} s.`,
	unknownMethod: 'Este servicio no ofrece esa forma de iniciar sesión.',
	with: (ways) => `Con ${ways}`,
	wallet: 'una billetera',
	or: ' o ',
	provider: (name) => `Continuar con ${name}`,
	at: (host) => `Iniciar sesión en ${host}`,
	atNote: 'Las billeteras y los proveedores de identidad conocen este servicio por ese nombre.',
	chooseWallet: 'Elige una de tus billeteras:',
	manual: 'Firmar a mano: escribe tu dirección y firma el mensaje en cualquier billetera',
	showMessage: 'Mostrar el mensaje para firmar',
	tokenFrom: (name) => `Con un token de ${name}`,
	tokenHint: 'vale una sola vez',
	button: 'Iniciar sesión',
	messageTitle: 'Firma este mensaje',
	messageNote: 'Firmar no cuesta nada y no envía nada. Comprueba que la primera línea nombra este sitio.',
	signatureHint: '0x y dígitos hexadecimales, de tu billetera',
	startOver: 'Empezar de nuevo',
	spentMessage: 'Ese mensaje ya no es válido. Pide uno nuevo y fírmalo.',
};

/** UI text for the login with a link from the command line. */
export const LINK: Translated<typeof english.LINK> = {
	heading: 'Con un enlace de la línea de comandos',
	note: ['Ejecuta', 'en el equipo que ejecuta el servicio. Después abre el enlace o pégalo aquí.'],
	title: 'Iniciar sesión con un enlace',
	warning: 'El enlace vale una vez, en este navegador. Continúa solo si tú lo creaste o lo pediste.',
	loggedIn: (name) => `Has iniciado sesión como ${name}. El enlace termina esa sesión en este navegador.`,
	otherWay: 'Iniciar sesión de otra forma',
	button: 'Iniciar sesión con el enlace',
};

/** UI text about passkeys: login, list and creation. */
export const PASSKEYS: Translated<typeof english.PASSKEYS> = {
	loginHeading: 'Con una llave de acceso',
	loginButton: 'Iniciar sesión con una llave de acceso',
	useButton: 'Usar la llave de acceso',
	title: 'Llaves de acceso',
	intro:
		'Una llave de acceso usa biometría, un PIN o una llave de seguridad. Nunca sale de tu dispositivo o gestor de contraseñas.',
	columns: ['Nombre', 'Sitio', 'Creada', 'Último inicio de sesión', 'Acciones'],
	none: 'No tienes ninguna llave de acceso.',
	remove: 'Eliminar',
	backToAccount: 'Volver a Cuenta',
	add: 'Añadir una llave de acceso',
	create: 'Crear la llave de acceso',
	defaultName: 'mi llave de acceso',
	where: ['Los navegadores ofrecen llaves de acceso solo en', 'y en sitios https.'],
	publicUrl: ['Para usarlas aquí, pon', 'en una dirección https con un nombre de host.'],
	openAt: (host) => `Abrir esta página en ${host}`,
	separately: 'Allí debes iniciar sesión por separado.',
	noGuests:
		'Un invitado no puede tener llaves de acceso, porque una sesión de invitado no se puede recuperar.',
	asking: 'Tu navegador pide ahora tu llave de acceso.',
	noScript: 'Las llaves de acceso necesitan JavaScript. Permítelo para esta dirección y empieza de nuevo.',
	back: 'Volver',
};

/** UI text for the page where a user consents to an application. */
export const CONSENT: Translated<typeof english.CONSENT> = {
	title: (application) => `${application} pide acceso`,
	intro: 'quiere actuar por ti. Desmarca los permisos que no quieras conceder.',
	identityOnly: 'quiere saber quién eres. No recibe ningún otro acceso.',
	powerful: (meanings) => `Quizá quieras reservarte algunos de estos permisos: ${meanings}`,
	terminal: 'Se ejecuta en el terminal que muestra tu código.',
	returnTo: (host) => `Volverás a ${host}.`,
	endAccess: 'Puedes terminar su acceso en cualquier momento en la página Tokens.',
	permissions: 'Permisos',
	allow: 'Permitir',
	deny: 'Denegar',
	nothingWaits:
		'Ninguna solicitud de acceso espera en este navegador. La tuya puede haber caducado, o la empezaste en otro navegador.',
	otherUser: 'Esta solicitud pertenece a otro usuario. Inicia sesión como ese usuario.',
};

/** UI text about terminal codes and failures of the authorization server. */
export const AUTHORIZATION: Translated<typeof english.AUTHORIZATION> = {
	codeTitle: 'Conectar un terminal',
	code: 'Código',
	codeHint: 'se muestra en tu terminal',
	next: 'Continuar',
	confirmTitle: '¿Es este tu terminal?',
	confirm: 'pide acceso. ¿Tu terminal muestra este código?',
	confirmWarning: 'Si tú no empezaste este inicio de sesión, lo hizo otra persona: deniégalo.',
	confirmButton: 'Es mío, continuar',
	deny: 'Denegar',
	done: 'Conectado',
	doneNote: 'Tu terminal continúa por sí solo. Puedes cerrar esta página.',
	refused: 'Acceso denegado',
	refusedNote: 'Tu terminal no recibe acceso. Puedes cerrar esta página.',
	failed: 'La autorización falló',
	failure: (reason) => `El servicio no puede responder a la solicitud de la aplicación: ${reason}.`,
	failureNote:
		'La aplicación no recibió acceso. Vuelve a ella y empieza de nuevo. Si se repite, avisa a quien opera la aplicación.',
};

/** Errors of connections that start on an exchange's page. */
export const CONNECTIONS: Translated<typeof english.CONNECTIONS> = {
	unknownExchange: 'Este servicio no tiene ese exchange.',
	loginEnded: 'Tu sesión ha terminado. Inicia sesión y conecta de nuevo.',
};

/** Errors of settlements on demand at simulated exchanges. */
export const SETTLEMENTS: Translated<typeof english.SETTLEMENTS> = {
	legCount: (count) => `leg debe aparecer una o dos veces; apareció ${count} veces.`,
	tooMany: (burst, perMinute, seconds) =>
		`Demasiados cobros adicionales: como máximo ${burst} a la vez y ${perMinute} por minuto. Inténtalo de nuevo en ${seconds} s.`,
	badLeg: (leg) =>
		`leg debe ser un exchange simulado y uno de sus contratos, como "bybit BTCUSDT"; era ${leg}.`,
};

/** Meaning of each scope, for the user who grants it. */
export const SCOPES: Translated<typeof english.SCOPES> = {
	'arb:read': 'Leer la cartera y el estado de los pares.',
	'arb:trade': 'Abrir y cerrar posiciones.',
	'exchange:connect': 'Conectar y desconectar cuentas de exchanges.',
	'agents:manage': 'Crear, limitar y detener agentes, y decidir adónde van las alertas.',
	'replay:run': 'Probar estrategias con mercados grabados, lo que usa el procesador de este servicio.',
};
