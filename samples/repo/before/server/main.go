// Command server collects gauge readings of a port and serves them to boards and phones.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"tidewatch.example/server/api"
	"tidewatch.example/server/feed"
	"tidewatch.example/server/store"
)

type config struct {
	listen   string
	dir      string
	keepDays int
	verbose  bool
}

func parseFlags(args []string) (config, error) {
	var cfg config
	flags := flag.NewFlagSet("tidewatch", flag.ContinueOnError)
	flags.StringVar(&cfg.listen, "listen", ":8090", "address to serve on")
	flags.StringVar(&cfg.dir, "dir", "./readings", "folder for stored readings")
	flags.IntVar(&cfg.keepDays, "keep", 400, "days of readings to keep")
	flags.BoolVar(&cfg.verbose, "v", false, "log every request")
	if err := flags.Parse(args); err != nil {
		return cfg, err
	}
	if cfg.keepDays < 1 {
		return cfg, fmt.Errorf("-keep must be at least 1, is %d", cfg.keepDays)
	}
	return cfg, nil
}

func newLogger(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
}

func run(ctx context.Context, cfg config, log *slog.Logger) error {
	readings, err := store.Open(cfg.dir, time.Duration(cfg.keepDays)*24*time.Hour)
	if err != nil {
		return fmt.Errorf("open %s: %w", cfg.dir, err)
	}
	defer readings.Close()

	hub := feed.NewHub(log)
	server := &http.Server{
		Addr:              cfg.listen,
		Handler:           api.NewServer(readings, hub, log),
		ReadHeaderTimeout: 5 * time.Second,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	log.Info("listening", "addr", cfg.listen, "stations", len(readings.Stations()))

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	calm, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(calm)
}

func main() {
	cfg, err := parseFlags(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := newLogger(cfg.verbose)
	if err := run(ctx, cfg, log); err != nil && !errors.Is(err, http.ErrServerClosed) {
		log.Error("stopped", "err", err)
		os.Exit(1)
	}
}
