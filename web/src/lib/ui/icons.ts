/** Paths on a square of 24 by 24, drawn as strokes. */
export const icons = {
  first: 'M17 6l-6 6 6 6M7 6v12',
  previous: 'M14.5 6l-6 6 6 6',
  next: 'M9.5 6l6 6-6 6',
  last: 'M7 6l6 6-6 6M17 6v12',
  back: 'M9 5L4 10l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-3',
  hint: 'M9.5 20.5h5M9 17.5h6c0-3 3-4 3-8a6 6 0 0 0-12 0c0 4 3 5 3 8z',
  flip: 'M8 4v15M8 4L4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5',
  resign: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  draw: 'M5 9h14M5 15h14',
  again: 'M12 5v14M5 12h14',
  rematch: 'M4 9h14l-4-4M20 15H6l4 4',
  rules:
    'M12 6.5C9.5 5 7 4.6 4 4.8v13.6c3-.2 5.5.2 8 1.7 2.5-1.5 5-1.9 8-1.7V4.8c-3-.2-5.5.2-8 1.7zM12 6.5v13.6',
  pgn: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5',
  inspect: 'M4 10.500a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M15.500 15.500L21 21',
  close: 'M6 6l12 12M18 6L6 18',
  shuffle:
    'M4 7h3.5c4.5 0 4.5 10 9 10H20M4 17h3.5c1.7 0 2.8-1.4 3.7-3M12.8 10c.9-1.6 2-3 3.7-3H20M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5',
  settings:
    'M4 7h9M18.5 7H20M4 17h1.5M11 17h9M13 7a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0M5.5 17a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13.5h8L17 7',
  open: 'M4 19V5.500h6l2 2.500h8V19zM12 16.500v-5M9.500 13.500L12 11l2.500 2.500',
  setup: 'M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500',
  share: 'M12 14.500V4M8 7.500L12 3.500l4 4M6 11H4.500v9.500h15V11H18',
  analyse: 'M4 19.500h16M6 16V11M11 16V5M16 16V8.500',
  check: 'M5 12.5l4.5 4.5L19 7.5',
} as const

export type IconName = keyof typeof icons
